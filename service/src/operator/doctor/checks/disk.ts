import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { sizeText } from '../in-words.js';

export interface Folder {
  readonly path: string;
  /** What is in it and grows, bytes. */
  readonly holdsBytes: () => Promise<number>;
  readonly freeBytes: () => Promise<number>;
  /** Writes a file there and takes it away; rejects where that is not possible. */
  readonly tryWriting: () => Promise<void>;
}

/** Some minutes of work. */
const faultBelow = 256_000_000;
const warnBelow = 1_000_000_000;

const advice =
  'Make room or move the folder to a larger disk. When it is full, bookings are answered 503 and notices wait; nothing is lost.';

const space = async ({ path, freeBytes, holdsBytes }: Folder): Promise<Finding> => {
  const [free, holds] = [await freeBytes(), await holdsBytes()];
  const seen = `${sizeText(free)} free where ${path} is, which holds ${sizeText(holds)}`;
  if (free < faultBelow) return fault(seen, advice);
  // Less than its own size leaves no room for a copy of it.
  return free < Math.max(warnBelow, holds) ? warning(seen, advice) : ok(seen);
};

const writing = async ({ path, tryWriting }: Folder): Promise<readonly Finding[]> => {
  try {
    await tryWriting();
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      fault(
        `nothing can be written to ${path}: ${reason}`,
        'See its owner and mode, and whether its disk is full or read-only.',
      ),
    ];
  }
};

/** Room and write access, per folder of ours. Low is less than 1 GB or than what is there already; a fault is less than 256 MB. */
export const checkDisk = (folders: readonly Folder[]): Check => ({
  name: 'disk',
  run: async () => {
    if (folders.length === 0) return [ok('nothing is kept on a disk of this machine')];
    const findings = await Promise.all(
      folders.map(async (folder) => [await space(folder), ...(await writing(folder))]),
    );
    return findings.flat();
  },
});
