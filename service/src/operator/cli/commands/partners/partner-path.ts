/** A partner's address in the operator API, or that of something one can do to it. */
export const partnerPath = (id: string, verb?: string): string =>
  `/partners/${encodeURIComponent(id)}${verb === undefined ? '' : `/${verb}`}`;
