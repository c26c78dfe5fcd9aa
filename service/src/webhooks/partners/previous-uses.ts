import type { PartnerDocument } from './partner.js';
import type { PartnerStore, PreviousUses } from './partner-store.js';

/** Counts that a notice was accepted with the header's value before; resolves when it is counted. */
export type NotePreviousUsed = (partner: PartnerDocument) => Promise<void>;

interface PreviousUsesOptions {
  readonly store: Pick<PartnerStore, 'countPreviousUses'>;
  readonly now: () => number;
}

/** Uses that come while one is being written are written together, so that a busy partner costs few writes. */
export const createPreviousUses = ({ store, now }: PreviousUsesOptions): NotePreviousUsed => {
  const waiting = new Map<string, PreviousUses & Pick<PartnerDocument, '_id'>>();
  let writing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    // The caller's own turn ends first, and others' uses of this moment come along.
    await Promise.resolve();
    const uses = [...waiting.values()];
    waiting.clear();
    await Promise.all(uses.map(({ _id, ...counted }) => store.countPreviousUses(_id, counted)));
  };

  const start = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  return ({ _id, endpoint }) => {
    const sealed = endpoint?.previous?.authHeaderValueSealed;
    if (sealed === undefined) return Promise.resolve();
    const key = `${_id} ${sealed}`;
    const count = (waiting.get(key)?.count ?? 0) + 1;
    waiting.set(key, { _id, sealed, count, lastAt: now() });
    return writing === undefined ? start() : writing.catch(() => undefined).then(start);
  };
};
