import type { Documents } from '../base/documents.js';
import type { AuthorizationCodeDocument } from './authorization-code-store.js';
import type { FamilyDocument } from './family-store.js';

interface Trimmed {
  readonly families: Pick<Documents<FamilyDocument>, 'deleteMany'>;
  readonly codes: Pick<Documents<AuthorizationCodeDocument>, 'deleteMany'>;
}

/** Deletes expired codes and the families no token of which can be used again; answers how many of both. */
export const trimTokens = async ({ families, codes }: Trimmed, now: number): Promise<number> => {
  const ended = await families.deleteMany({ endsAt: { $lte: now } });
  const expired = await codes.deleteMany({ expiresAt: { $lte: now } });
  return ended.deletedCount + expired.deletedCount;
};
