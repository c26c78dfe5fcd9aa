import { setImmediate } from 'node:timers/promises';
import type { Registry } from 'prom-client';

/** Some 200 series: what comes to more has cost a millisecond or so, and others wait. */
const longLength = 16_384;

/** Everything in a registry as text; with a thousand partners it is a megabyte, written a metric at a time between other work. */
export const writeExposition = async (registry: Registry): Promise<string> => {
  const written: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    const text = await registry.getSingleMetricAsString(name);
    written.push(text);
    if (text.length > longLength) await setImmediate();
  }
  return `${written.join('\n')}\n`;
};
