import type { JsonText } from '../../base/view.js';
import { formatInZone } from '../../base/zoned-time.js';

/** A timestamp of the API in a zone. */
export type TimeText = (at: number, zone: string) => JsonText;

const kept = 4_000;

/** One search shows the same few instants many times over, so those last written are kept. */
export const createTimeText = (): TimeText => {
  const zones = new Map<string, Map<number, JsonText>>();
  let size = 0;

  const write = (at: number, zone: string): JsonText => {
    if (size >= kept) {
      zones.clear();
      size = 0;
    }
    const text = `"${formatInZone(at, zone)}"`;
    const texts = zones.get(zone) ?? new Map<number, JsonText>();
    zones.set(zone, texts.set(at, text));
    size += 1;
    return text;
  };

  return (at, zone) => zones.get(zone)?.get(at) ?? write(at, zone);
};
