import { existsSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomHex } from '../base/ids.js';
import type { ResolvedSettings } from '../config/local-state.js';
import { readDiskSpace } from '../metrics/disk-space.js';
import type { Folder } from '../operator/doctor/checks/disk.js';

/** What its files hold; subfolders are looked at by themselves. */
const sizeOf = async (path: string): Promise<number> => {
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // One that goes away meanwhile holds nothing any more.
  const sizes = await Promise.all(
    files.map(({ name }) =>
      stat(join(path, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const tryWriting = async (path: string): Promise<void> => {
  const file = join(path, `.doctor-${randomHex(4)}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile('written to see that one can\n');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
};

const folderAt = (path: string): Folder => ({
  path,
  holdsBytes: () => sizeOf(path),
  freeBytes: async () => (await readDiskSpace(path)).freeBytes,
  tryWriting: () => tryWriting(path),
});

/** Where this process keeps things on disk: the data, where it is embedded, and the messages' folder. */
export const doctorFolders = (
  settings: Pick<
    ResolvedSettings,
    'PARKING_DATA_DIR' | 'PARKING_MONGODB_URL' | 'PARKING_MESSAGES_DIR' | 'PARKING_MESSAGES_URL'
  >,
  /** Then a folder that no start has made yet is nothing to look at. */
  isStopped: boolean,
): readonly Folder[] => {
  const { PARKING_DATA_DIR: dataDir, PARKING_MONGODB_URL: mongo } = settings;
  const data = mongo === undefined && dataDir !== ':memory:' ? [dataDir] : [];
  const { PARKING_MESSAGES_DIR: messages, PARKING_MESSAGES_URL: gateway } = settings;
  const outgoing = messages !== undefined && gateway === undefined ? [messages] : [];
  return [...data, ...outgoing].filter((path) => !isStopped || existsSync(path)).map(folderAt);
};
