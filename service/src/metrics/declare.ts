import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface Declared<Label extends string> {
  /** Without the prefix that all of ours share. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Declares metrics in one registry, each under its full name and nowhere else. */
export const createDeclare = (registry: Registry) => {
  const configuration = <Label extends string>({ name, help, labels = [] }: Declared<Label>) => ({
    name: `parking_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
  });
  return {
    counter: <Label extends string>(declared: Declared<Label>) => new Counter<Label>(configuration(declared)),
    gauge: <Label extends string>(declared: Declared<Label>) => new Gauge<Label>(configuration(declared)),
    histogram: <Label extends string>(declared: Declared<Label> & { readonly buckets: readonly number[] }) =>
      new Histogram<Label>({ ...configuration(declared), buckets: [...declared.buckets] }),
  };
};

export type Declare = ReturnType<typeof createDeclare>;
