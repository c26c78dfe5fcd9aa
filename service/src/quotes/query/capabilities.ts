import { searchFault } from './search-fault.js';
import { readWords } from './search-words.js';

/** What the client says it can do for a driver. */
export interface Capabilities {
  /** `capture_plate:never`: the client asks no driver for a licence plate, so places that need one are of no use to it. */
  readonly capturesNoPlate: boolean;
}

const fault = (details: string) => searchFault('capabilities', details);

const capturesNoPlate = (value: string): boolean => {
  if (value === 'never') return true;
  if (value === 'always' || value === '') return false;
  throw fault('capture_plate is always or never');
};

/**
 * Reads `capture_plate:always` and the like; a capability that nobody here asks about does no harm, but `ble_vend`, once
 * a word of this API, was taken out of what is accepted (2022-02-01). Throws `Problem`.
 */
export const readCapabilities = (text: string | undefined): Capabilities => {
  let plates: string | undefined;
  for (const word of readWords('capabilities', text)) {
    const [name = '', value = ''] = word.split(':');
    if (name === 'ble_vend') throw fault('ble_vend is no longer accepted');
    if (name === 'capture_plate') plates = value;
  }
  return { capturesNoPlate: plates !== undefined && capturesNoPlate(plates) };
};
