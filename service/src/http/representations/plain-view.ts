import type { View } from '../../base/view.js';

/**
 * The same view without a choice of fields, one for each view. For what is zoomed into a quote: "fields cannot be specified on zoomed resources
 * for this endpoint" (spec, Quotes); what is embedded by default is not zoomed (decision 22).
 */
export const createPlainViews = (): ((view: View) => View) => {
  const plain = new WeakMap<View, View>();
  return (view) => {
    const known = plain.get(view);
    if (known !== undefined) return known;
    const made: View = { ...view, shows: (_kind, _field, groups) => groups.includes('default') };
    plain.set(view, made);
    return made;
  };
};
