/** An address without slashes at its end, so that paths can follow. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
