import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { emlOf } from './eml.js';
import type { OutgoingMessage, Transport } from './transport.js';

interface FolderTransportOptions {
  readonly folder: string;
  /** Makes the folder where it is not there; throws where it cannot be made. */
  readonly makeFolder: (folder: string) => void;
  /** The sender's address. */
  readonly from: string;
}

/** Sorted by time; the same name for every attempt, so that a repeat takes the place of what was there. */
const fileNameOf = ({ id, channel, createdAt }: OutgoingMessage): string => {
  const stamp = new Date(createdAt).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return `${stamp}-${id.replaceAll(':', '-')}.${channel === 'email' ? 'eml' : 'txt'}`;
};

const smsText = ({ to, text }: OutgoingMessage): string => `To: ${to}\n\n${text}\n`;

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Under a name that nobody reads, on disk, and then in one step under its own: never half a file, nor one lost. */
const writeWhole = async (folder: string, name: string, text: string): Promise<void> => {
  const draft = join(folder, `.${name}.new`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, name));
  await syncFolder(folder);
};

/** Writes each message into a folder: mails as `.eml`, messages to phones as `.txt`, for the operator's owner only to read. */
export const createFolderTransport = (options: FolderTransportOptions): Transport => ({
  name: 'folder',
  send: async (message) => {
    options.makeFolder(options.folder);
    const text = message.channel === 'email' ? emlOf(message, options.from) : smsText(message);
    await writeWhole(options.folder, fileNameOf(message), text);
    return { kind: 'sent', detail: 'written' };
  },
});
