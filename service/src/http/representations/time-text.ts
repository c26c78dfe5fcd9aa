import type { JsonText } from '../../base/view.js';
import { formatInZone } from '../../base/zoned-time.js';

/** A timestamp of the API in a zone. */
export type TimeText = (at: number, zone: string) => JsonText;

const kept = 4_000;

/** One search shows the same few instants many times over, so those last written are kept. */
export const createTimeText = (): TimeText => {
  const zones = new Map<string, Map<number, JsonText>>();
  let size = 0;
  /** Of the zone that was asked for last: most searches have one. */
  let current: { readonly zone: string; readonly texts: Map<number, JsonText> } | undefined;

  const textsFor = (zone: string): Map<number, JsonText> => {
    if (current?.zone === zone) return current.texts;
    const texts = zones.get(zone) ?? new Map<number, JsonText>();
    zones.set(zone, texts);
    current = { zone, texts };
    return texts;
  };

  const write = (at: number, zone: string): JsonText => {
    if (size >= kept) {
      zones.clear();
      current = undefined;
      size = 0;
    }
    const text = `"${formatInZone(at, zone)}"`;
    textsFor(zone).set(at, text);
    size += 1;
    return text;
  };

  return (at, zone) => textsFor(zone).get(at) ?? write(at, zone);
};
