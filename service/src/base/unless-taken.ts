import { isDuplicateKey } from './documents.js';

/** Whether the write went through; `false` where its `_id` is taken. Rejects for anything else. */
export const unlessTaken = async (write: () => Promise<unknown>): Promise<boolean> => {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};
