/** Which page a path names; slugs end in the id of what they stand for, so a page is found after a change of name. */
export type PageAddress =
  | { readonly kind: 'home' }
  | { readonly kind: 'search' }
  | { readonly kind: 'venue'; readonly id: number }
  | { readonly kind: 'event'; readonly id: number }
  | { readonly kind: 'location'; readonly id: number }
  | { readonly kind: 'pass'; readonly id: number };

const idOf = (slug: string): number | undefined => {
  const [, digits] = /(?:^|-)(\d{1,15})$/.exec(slug) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const slugged = (kind: 'venue' | 'event' | 'location', slug: string): PageAddress | undefined => {
  const id = idOf(slug);
  return id === undefined ? undefined : { kind, id };
};

/** `undefined` for a path that can be no page's. */
export const readPageAddress = (path: string): PageAddress | undefined => {
  const [first = '', second, ...more] = path.slice(1).split('/');
  if (more.length > 0) return undefined;
  if (first === '') return { kind: 'home' };
  if (second === undefined) return first === 'parking' ? { kind: 'search' } : slugged('venue', first);
  if (first === 'parking') return slugged('location', second);
  if (first === 'parking-pass') return { kind: 'pass', id: /^\d{1,15}$/.test(second) ? Number(second) : 0 };
  return idOf(first) === undefined ? undefined : slugged('event', second);
};
