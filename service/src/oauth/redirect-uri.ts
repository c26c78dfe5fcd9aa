const maximumLength = 2000;
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** What the answer adds must not stand there already. */
const ours = ['code', 'state', 'error'];

/** Printable ASCII without what browsers rewrite before they follow an address. */
const isPlain = (text: string): boolean =>
  /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text) && text.length <= maximumLength;

const isSafeOrigin = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));

/** Whether codes may be sent there: absolute, https or http to the own machine, no user, no fragment. */
export const isRedirectUri = (text: string): boolean => {
  if (!isPlain(text) || text.includes('#') || !/^https?:\/\/[^/?]/i.test(text) || !URL.canParse(text))
    return false;
  const url = new URL(text);
  const isNobody = url.username === '' && url.password === '';
  return isSafeOrigin(url) && isNobody && !ours.some((name) => url.searchParams.has(name));
};

/** The registered address with the code and the state in its query. */
export const redirectTo = (redirectUri: string, code: string, state: string | undefined): string => {
  const query = new URLSearchParams({ code, ...(state !== undefined && { state }) });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
};
