import { Ajv } from 'ajv';
import { slugOf } from '../../clean-text.js';
import type { Address } from '../../location.js';
import { isRecord } from '../geojson/geometry.js';
import { ImportFault } from '../import-fault.js';
import type { Tally } from '../tally.js';
import { type NativeCatalogue, type NativeLocation, nativeSchema } from './native-schema.js';

export interface NativeInput {
  readonly file: string;
  readonly json: unknown;
  readonly tally: Tally;
  /** Epoch ms: events of rules are made from here on. */
  readonly now: number;
}

/** One entry of a native file on its way to a draft. */
export interface NativeEntry<Stated> {
  readonly stated: Stated;
  readonly tally: Tally;
  /** A fault of this entry; `field` is a JSON pointer into it. */
  readonly refuse: (field: string, fault: string) => ImportFault;
}

export const isNative = (json: unknown): boolean => isRecord(json) && json['format'] === 'parking-catalogue';

const check = new Ajv({ allErrors: false }).compile<NativeCatalogue>(nativeSchema);

/** Throws `ImportFault` that names the first field that is wrong. */
export const checkNative = (file: string, json: unknown): NativeCatalogue => {
  if (check(json)) return json;
  const fault = check.errors?.[0];
  const extra = fault?.keyword === 'additionalProperties' ? `/${fault.params['additionalProperty']}` : '';
  throw new ImportFault(
    { file, field: (fault?.instancePath ?? '') + extra },
    fault?.message ?? 'is not valid',
  );
};

export const addressOf = (address: NativeLocation['address']): Address => ({
  ...address,
  state: address.state ?? '',
  postalCode: address.postalCode ?? '',
});

export const entrySlug = (name: string, city: string, id: number): string =>
  [slugOf(name), slugOf(city), String(id)].filter((part) => part !== '').join('-');
