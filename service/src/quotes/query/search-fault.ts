import { Problem } from '../../base/problem.js';

/** A malformed search: 400 with the parameter's name; `details` must not repeat what was sent unbounded. */
export const searchFault = (field: string, details: string): Problem =>
  new Problem('quote_search_invalid', { fields: [field], details });

/** What was written, fit to be repeated in an error's details. */
export const shown = (text: string): string => JSON.stringify(text.slice(0, 40));
