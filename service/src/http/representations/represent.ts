import type { JsonText, View } from '../../base/view.js';

/** Writes one record as the reader wants it shown. */
export type Represent<T> = (record: T, view: View) => JsonText;
