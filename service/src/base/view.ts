import type { Locale } from './locale.js';

export type ApiVersion = 'v4' | 'v3_1';

/** JSON that is already text, so that what does not change is serialised once. */
export type JsonText = string;

/**
 * How one reader wants records shown: worked out by the conventions from version, locale, address, `fields` and `zoom`.
 * Equal requests get the same object, so a representation may keep what it works out under it (in a `WeakMap`).
 */
export interface View {
  readonly version: ApiVersion;
  readonly locale: Locale;
  /** Absolute address of the service, without a slash at its end. */
  readonly siteUrl: string;
  /** `siteUrl` with the version: what links of the API start with. */
  readonly baseUrl: string;
  /** Prefix of our link relations (`PARKING_CURIE`). */
  readonly curie: string;
  /** What the prefixes of relations stand for, as `_links` shows it. */
  readonly curies: JsonText;
  /** The reader may see fields under a data licence. */
  readonly isLicensed: boolean;
  /** Whether that field of that kind of record is to be shown; `groups` are the field's, `default` among them. */
  readonly shows: (kind: string, field: string, groups: readonly string[]) => boolean;
  /** Whether that kind of record, or a field of it, is named in `fields`. */
  readonly names: (kind: string) => boolean;
  readonly embeds: (relation: string, isDefault: boolean) => boolean;
}

/** One record, waiting to be told how it is to be shown. */
export type Shown = (view: View) => JsonText;
