/** A client's address in the operator API, or that of its secrets or one of them. */
export const clientPath = (id: string, ...parts: readonly string[]): string =>
  `/clients/${[id, ...parts].map(encodeURIComponent).join('/')}`;
