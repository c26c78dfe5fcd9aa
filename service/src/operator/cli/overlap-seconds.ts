import { CommandError, exitCodes } from './operator-client.js';

const spans: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** What `--overlap` says, in seconds: `90m`, `24h`, `7d`, `0`. Throws `CommandError`. */
export const overlapSeconds = (text: string): number => {
  const [, count = '', unit = 's'] = /^(\d{1,7})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(count) * (spans[unit || 's'] ?? Number.NaN);
  if (count !== '' && Number.isSafeInteger(seconds)) return seconds;
  throw new CommandError(`--overlap is a time like 90m, 24h, 7d or 0, not ${text}`, exitCodes.usage);
};
