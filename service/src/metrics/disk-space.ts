import { statfs } from 'node:fs/promises';
import type { DiskSpace } from './standing.js';

/** Of the disk that holds the folder; free is what this user may still write. Rejects where the folder cannot be asked. */
export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
};
