/** Where in a file a fault lies; lines and columns count from 1, features from 0. */
export interface FaultPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly feature?: number;
  readonly field?: string;
}

const describePlace = ({ file, line, column, feature, field }: FaultPlace): string => {
  const position = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const inside = [feature === undefined ? '' : `feature ${feature}`, field ?? ''].filter(
    (part) => part !== '',
  );
  return [file + position, ...inside].join(', ');
};

/** A file that cannot be imported, and where it is broken; nothing of the whole import has happened. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly place: FaultPlace;
  /** What is wrong, without the place. */
  readonly fault: string;

  constructor(place: FaultPlace, fault: string) {
    super(`${describePlace(place)}: ${fault}`);
    this.place = place;
    this.fault = fault;
  }
}

/** A fault inside one feature or entry, before it is known which one of which file. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault';
  readonly field: string;

  constructor(field: string, fault: string) {
    super(fault);
    this.field = field;
  }
}
