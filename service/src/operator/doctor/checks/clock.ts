import type { Database } from '../../../base/documents.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { spanText } from '../in-words.js';

export interface ClockCheckOptions {
  readonly database: Pick<Database, 'serverNow' | 'engine'>;
  /** This process's, without the sandbox's offset: epoch ms. */
  readonly realNow: () => number;
  /** Of the sandbox. */
  readonly offsetMs: () => number;
}

/** What leases allow for. */
export const allowedSkewMs = 1_000;
/** Holds of 30 s and codes of minutes live by these clocks. */
export const harmfulSkewMs = 10_000;

const advice = 'Set the clocks by a time server (chronyd, ntpd, timesyncd).';

/** What a clock that far from the database's deserves. */
export const judgeSkew = (seen: string, skewMs: number): Finding => {
  const off = Math.abs(skewMs);
  if (off <= allowedSkewMs) return ok(seen);
  return off <= harmfulSkewMs ? warning(seen, advice) : fault(seen, advice);
};

/** This machine's clock against the database's. */
export const checkClock = ({ database, realNow, offsetMs }: ClockCheckOptions): Check => ({
  name: 'clock',
  run: async () => {
    const moved =
      offsetMs() === 0 ? [] : [ok(`the sandbox has moved its clock forward by ${spanText(offsetMs())}`)];
    if (database.engine === 'embedded') return [ok('the embedded database goes by this clock'), ...moved];
    const before = realNow();
    const server = await database.serverNow();
    const after = realNow();
    const skewMs = Math.round((before + after) / 2 - server);
    const way = skewMs < 0 ? 'behind' : 'ahead of';
    const exact = `±${spanText(Math.ceil((after - before) / 2))}`;
    return [judgeSkew(`${spanText(Math.abs(skewMs))} ${way} the database’s (${exact})`, skewMs), ...moved];
  },
});
