import { type CollectionSpec, collectionSpec } from '../base/documents.js';

/** The one document that says which versions count: everything up to `visible`, but for the dead generations. */
export interface CatalogueStateDocument {
  readonly _id: string;
  readonly rev: number;
  readonly visible: number;
  /** The number of the next import; each is given out once. */
  readonly next: number;
  /** Generations of imports that died: never visible, whatever is still written into them. */
  readonly dead: readonly number[];
  readonly importer: Importer | null;
}

/** Who may make a generation visible, until when (epoch ms). */
export interface Importer {
  readonly token: string;
  readonly generation: number;
  readonly until: number;
}

export const catalogueStateCollection: CollectionSpec<CatalogueStateDocument> =
  collectionSpec<CatalogueStateDocument>({ name: 'catalogue_state', indexes: [] });

export const stateId = 'catalogue';

export const emptyState: CatalogueStateDocument = {
  _id: stateId,
  rev: 0,
  visible: 0,
  next: 1,
  dead: [],
  importer: null,
};
