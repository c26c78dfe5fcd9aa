/** Host as RFC 3986 writes it: a name or address and perhaps a port; anything else never gets into a link. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Absolute address of the service: the configured one, else what the request's Host header says. */
export const createSiteUrl =
  (baseUrl: string | undefined): ((host: string) => string) =>
  (host) =>
    baseUrl ?? `http://${hostPattern.test(host) ? host : 'localhost'}`;
