import type { JsonText } from '../../base/view.js';
import { formatInZone } from '../../base/zoned-time.js';

/** A timestamp of the API in a zone. */
export type TimeText = (at: number, zone: string) => JsonText;

const keptPerZone = 2_000;

/** One search shows the same few instants many times over, so those last written are kept. */
export const createTimeText = (): TimeText => {
  const zones = new Map<string, Map<number, JsonText>>();
  return (at, zone) => {
    const known = zones.get(zone);
    const texts = known === undefined || known.size >= keptPerZone ? new Map<number, JsonText>() : known;
    if (texts !== known) zones.set(zone, texts);
    const kept = texts.get(at);
    if (kept !== undefined) return kept;
    const text = `"${formatInZone(at, zone)}"`;
    texts.set(at, text);
    return text;
  };
};
