/** The header that all simulated partners ask for. */
export const headerKey = 'X-Partner-Key';

export const headerValueOf = (partner: string): string => `${partner}-secret`;
/** What it is after a rotation. */
export const nextHeaderValueOf = (partner: string): string => `${partner}-next-secret`;
