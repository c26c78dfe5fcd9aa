import { Problem } from '../base/problem.js';

const capability = /^[a-z][a-z0-9_]{0,39}:[A-Za-z0-9_.-]{1,40}$/;
const mostOfThem = 20;
/** Removed from what is accepted on 2022-02-01. */
const removed = 'ble_vend';

const refuse = (details: string): never => {
  throw new Problem('request_parameter_invalid', { fields: ['capabilities'], details });
};

/** What the driver's app can do, `name:value` each, parted by blanks or commas; the same twice counts once. */
export const readCapabilities = (text: string | undefined): readonly string[] => {
  const items = [...new Set((text ?? '').split(/[\s,]+/).filter((item) => item !== ''))];
  if (items.length > mostOfThem) return refuse(`at most ${mostOfThem} capabilities`);
  for (const item of items) {
    if (item.split(':')[0] === removed) return refuse(`${removed} is no longer accepted`);
    if (!capability.test(item)) return refuse('a capability is written name:value');
  }
  return items;
};
