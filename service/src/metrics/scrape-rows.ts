import { Type } from 'typebox';
import { text } from '../base/reply.js';
import { type AnyRoute, route } from '../base/route.js';
import type { Meters } from './create-meters.js';
import type { Reading } from './shared-reading.js';
import type { Standing } from './standing.js';

export interface ScrapeOptions {
  readonly meters: Pick<Meters, 'text' | 'mediaType'>;
  /** Anyone may scrape; else the operator's token is asked for. */
  readonly isOpen: boolean;
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly standing: () => Promise<Reading<Standing>>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** For Prometheus. Those who scrape at the same time share one text. */
export const createScrapeRows = (options: ScrapeOptions): readonly AnyRoute[] => {
  const { meters, isOpen, isDatabaseUp, standing, now } = options;
  let underWay: Promise<string> | undefined;

  const scrape = async (): Promise<string> => {
    const [isUp, reading] = await Promise.all([isDatabaseUp(), standing()]);
    return meters.text({ isDatabaseUp: isUp, standing: reading, now: now() });
  };

  return [
    route({
      method: 'GET',
      path: '/metrics',
      operation: 'metrics.scrape',
      summary: 'Everything that is counted and measured, in the text format of Prometheus.',
      // Open, nobody looks at the token that a scraper may send all the same.
      access: isOpen ? 'credentials' : 'operator',
      isCompressible: true,
      input: Type.Object({}),
      run: async () => {
        underWay ??= scrape().finally(() => {
          underWay = undefined;
        });
        return text(200, meters.mediaType, await underWay);
      },
    }),
  ];
};
