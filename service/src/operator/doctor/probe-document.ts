import { collectionSpec } from '../../base/documents.js';

/** What the doctor writes to see that one can. */
export interface ProbeDocument {
  readonly _id: string;
  /** Epoch ms. */
  readonly at: number;
}

export const probeCollection = collectionSpec<ProbeDocument>({ name: 'probes', indexes: [] });
