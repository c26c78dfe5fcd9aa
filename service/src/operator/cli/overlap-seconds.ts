import { readAskedDuration } from '../../base/asked-duration.js';
import { CommandError, exitCodes } from './operator-client.js';

/** What `--overlap` says, in seconds: `90m`, `24h`, `7d`; a number alone is seconds. Throws `CommandError`. */
export const overlapSeconds = (text: string): number => {
  const ms = readAskedDuration(/^\d+$/.test(text) ? `${text}s` : text);
  if (ms !== undefined) return ms / 1_000;
  throw new CommandError(`--overlap is a time like 90m, 24h, 7d or 0, not ${text}`, exitCodes.usage);
};
