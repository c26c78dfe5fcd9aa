/** What an operator may allow a client beyond tokens of its own: to act for customers, and to get tokens without a secret. */
export type Permission = 'authorize' | 'public_token';
export const permissions = ['authorize', 'public_token'] as const satisfies readonly Permission[];
