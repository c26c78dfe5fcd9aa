import { collectionSpec, type Documents } from '../base/documents.js';

export interface SandboxDocument {
  readonly _id: string;
  readonly offsetMs: number;
}

export const sandboxCollection = collectionSpec<SandboxDocument>({ name: 'sandbox', indexes: [] });

const clockId = 'clock';

/** Where the moved time is kept, so that a restart does not turn it back. */
export const createSandboxStore = (documents: Documents<SandboxDocument>) => ({
  offsetMs: async (): Promise<number> => (await documents.findOne({ _id: clockId }))?.offsetMs ?? 0,
  /** Adds, so that of two steps at once neither is lost. */
  addToOffset: async (ms: number): Promise<void> => {
    await documents.updateOne({ _id: clockId }, { $inc: { offsetMs: ms } }, { upsert: true });
  },
});

export type SandboxStore = ReturnType<typeof createSandboxStore>;
