import { settingsSchema } from './schema.js';

/** A setting as people read of it. */
export interface DescribedSetting {
  readonly name: string;
  readonly default: string;
  readonly description: string;
  readonly isSecret: boolean;
}

const textOf = (value: unknown): string => (value === undefined ? '' : String(value));

export const describeSettings = (): readonly DescribedSetting[] =>
  Object.entries(settingsSchema.properties).map(([name, property]) => {
    const schema: Readonly<Record<string, unknown>> = { ...property };
    return {
      name,
      default: textOf(schema['default']),
      description: textOf(schema['description']),
      isSecret: schema['secret'] === true,
    };
  });

/** One line per setting; secrets as set or not set. */
export const summariseSettings = (settings: object): string => {
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(settings));
  return describeSettings()
    .map(({ name, isSecret }) => {
      const value = values.get(name);
      const shown = value === undefined ? 'not set' : isSecret ? 'set' : String(value);
      return `  ${name.padEnd(30)} ${shown}\n`;
    })
    .join('');
};
