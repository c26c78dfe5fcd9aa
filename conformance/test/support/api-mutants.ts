import type { Forward, ProxyRequest, ProxyResponse, Tamper } from './tamper-proxy.js';

/** A documented wrong API: a good deployment behind a proxy that breaks one thing. */
export interface ApiMutant {
  readonly name: string;
  /** Clauses that must turn red, and nothing else. */
  readonly breaks: readonly string[];
  /** Makes the tampering anew, since some of it remembers. */
  readonly tamper: () => Tamper;
}

type Json = Record<string, unknown>;

/** Mutants that fit any deployment: they name no link prefix, currency or id of ours. */
export const apiMutants: readonly ApiMutant[] = [
  {
    name: 'the preview does not add up',
    breaks: ['resources.preview.2'],
    tamper: () => onPreview((preview) => ({ ...preview, subtotal: moreMoney(preview['subtotal']) })),
  },
  {
    name: 'the preview names a final price that cannot be booked',
    breaks: ['resources.preview.2', 'endpoints.booking.1'],
    tamper: () => onPreview((preview) => ({ ...preview, final_price: moreMoney(preview['final_price']) })),
  },
  {
    name: 'the preview leaves the final price out',
    breaks: ['endpoints.preview.1', 'resources.preview.1', 'resources.preview.2'],
    tamper: () => onPreview(({ final_price: _left, ...preview }) => preview),
  },
  {
    name: 'a client gets a coupon',
    breaks: ['endpoints.preview.3', 'resources.preview.2'],
    tamper: () =>
      onPreview((preview) => ({ ...preview, coupon_amount: moreMoney(preview['coupon_amount']) })),
  },
  { name: 'any final price is accepted', breaks: ['endpoints.booking.2'], tamper: anyPrice },
  {
    name: 'errors come without the errors array',
    breaks: ['errors.1'],
    tamper: () => onErrors(({ errors, ...body }) => (errors === undefined ? body : { message: 'no' })),
  },
  {
    name: 'errors name another status than the answer',
    breaks: ['resources.error.2'],
    tamper: () => onEachError((error) => ({ ...error, status: 499 })),
  },
  {
    name: 'every error has the same uuid',
    breaks: ['resources.error.3'],
    tamper: () => onEachError((error) => ({ ...error, uuid: '3f0f3f6e-52b3-4a0e-9c5e-000000000001' })),
  },
  {
    name: 'errors name no code',
    breaks: ['resources.error.1', 'endpoints.preview.2', 'endpoints.booking.3', 'errors.6'],
    tamper: () => onEachError(({ code: _left, ...error }) => error),
  },
  {
    name: 'validation errors name no fields',
    breaks: ['errors.2', 'endpoints.preview.2', 'endpoints.booking.3'],
    tamper: () => onEachError(({ fields: _left, ...error }) => error),
  },
  {
    name: 'a list that needs a token is open to all',
    breaks: ['errors.3', 'authentication.3'],
    tamper: () =>
      onAnswer(
        (request, answer) => request.path.endsWith('/bookings') && answer.status === 401,
        (_request, answer) => ({ ...answer, status: 200, body: '[]' }),
      ),
  },
  {
    name: 'an expired year: expires_in is an hour',
    breaks: ['resources.access-token.3'],
    tamper: () => onToken((token) => ({ ...token, expires_in: 3600 })),
  },
  {
    name: 'token_type is written with a capital',
    breaks: ['resources.access-token.2'],
    tamper: () => onToken((token) => ({ ...token, token_type: 'Bearer' })),
  },
  {
    name: 'created_at is in milliseconds',
    breaks: ['resources.access-token.5'],
    tamper: () => onToken((token) => ({ ...token, created_at: Number(token['created_at']) * 1000 })),
  },
  {
    name: 'the refresh token stays the same',
    breaks: ['endpoints.token.rules.1'],
    tamper: () => async (request, forward) => {
      const spent = new URLSearchParams(request.body).get('refresh_token');
      return changeJson(await forward(request), (token) =>
        spent === null || token['refresh_token'] === undefined ? token : { ...token, refresh_token: spent },
      );
    },
  },
  {
    name: 'an unknown scope is taken for the default',
    breaks: ['endpoints.token.rules.4'],
    tamper: () => (request, forward) =>
      forward({ ...request, body: request.body.replace('&scope=no_such_scope', '') }),
  },
  {
    name: 'OAuth errors have the shape of API errors',
    breaks: ['errors.4', 'resources.oauth-error.1', 'endpoints.token.rules.4'],
    tamper: () =>
      onAnswer(
        (request, answer) => isToken(request) && answer.status >= 400,
        (_request, answer) => ({ ...answer, body: '{"errors":[]}' }),
      ),
  },
  {
    name: 'a booking is answered as an object',
    breaks: ['endpoints.booking.1'],
    tamper: () =>
      onAnswer(isBooking, (_request, answer) => {
        const parsed: unknown = JSON.parse(answer.body);
        return { ...answer, body: JSON.stringify(Array.isArray(parsed) ? parsed[0] : parsed) };
      }),
  },
  {
    name: 'the authorization code is there unasked',
    breaks: ['resources.booking.4'],
    tamper: () => onBooked((booking) => ({ authorization_code: 'there-for-everyone', ...booking })),
  },
  {
    name: 'another price is paid than was booked',
    breaks: ['resources.booking.3'],
    tamper: () => onBooked((booking) => ({ ...booking, price_paid: moreMoney(booking['price_paid']) })),
  },
  { name: "a stranger sees the partner's booking", breaks: ['errors.3.other'], tamper: leak },
  {
    name: 'location ids are integers',
    breaks: ['versioning.2'],
    tamper: () =>
      onAnswer(
        (request) => request.path.includes('/quotes'),
        (_request, answer) => ({ ...answer, body: answer.body.replace(/("location_id":)"(\d+)"/g, '$1$2') }),
      ),
  },
  {
    name: 'a zone given with a time is respected',
    breaks: ['endpoints.quotes.2'],
    tamper: () => (request, forward) => forward({ ...request, path: shiftedTimes(request.path) }),
  },
  {
    name: 'the envelope is not put on',
    breaks: ['endpoints.conventions.7'],
    tamper: () => (request, forward) =>
      forward({ ...request, path: request.path.replace('&envelope=true', '') }),
  },
  {
    name: 'per_page is ignored',
    breaks: ['endpoints.conventions.4'],
    tamper: () => (request, forward) =>
      forward({ ...request, path: request.path.replace('&per_page=1', '') }),
  },
  {
    name: 'JSON is called text',
    breaks: ['service.1'],
    tamper: () =>
      onAnswer(
        ({ path }) => path.includes('/quotes'),
        (_request, answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }),
      ),
  },
];

function onAnswer(
  isMeant: (request: ProxyRequest, answer: ProxyResponse) => boolean,
  change: (request: ProxyRequest, answer: ProxyResponse) => ProxyResponse,
): Tamper {
  return async (request, forward) => {
    const answer = await forward(request);
    return isMeant(request, answer) ? change(request, answer) : answer;
  };
}

function isToken({ path }: ProxyRequest): boolean {
  return path.includes('/oauth/token');
}

function isBooking({ method, path }: ProxyRequest, { status }: ProxyResponse): boolean {
  return method === 'POST' && /\/bookings\/?$/.test(path) && status < 300;
}

function onPreview(change: (preview: Json) => Json): Tamper {
  return onAnswer(
    ({ path }, { status }) => path.includes('/previews') && status < 300,
    (_request, answer) => changeJson(answer, change),
  );
}

function onToken(change: (token: Json) => Json): Tamper {
  return onAnswer(
    (request, { status }) => isToken(request) && status === 200,
    (_request, answer) => changeJson(answer, change),
  );
}

function onErrors(change: (body: Json) => Json): Tamper {
  return onAnswer(
    (request, { status }) => !isToken(request) && status >= 400,
    (_request, answer) => changeJson(answer, change),
  );
}

function onEachError(change: (error: Json) => Json): Tamper {
  return onErrors(({ errors, ...body }) => ({
    ...body,
    errors: Array.isArray(errors) ? errors.map(change) : errors,
  }));
}

function onBooked(change: (booking: Json) => Json): Tamper {
  return onAnswer(isBooking, (_request, answer) => {
    const parsed: unknown = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : parsed) };
  });
}

function changeJson(answer: ProxyResponse, change: (body: Json) => Json): ProxyResponse {
  const parsed: unknown = answer.body === '' ? undefined : JSON.parse(answer.body);
  const isRecord = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isRecord ? { ...answer, body: JSON.stringify(change({ ...parsed })) } : answer;
}

function moreMoney(money: unknown): unknown {
  const entries = Object.entries(typeof money === 'object' && money !== null ? money : {});
  return Object.fromEntries(entries.map(([currency, amount]) => [currency, (Number(amount) + 1).toFixed(2)]));
}

/** Remembers what each quote costs and puts that in place of whatever price a booking names. */
function anyPrice(): Tamper {
  const prices = new Map<string, string>();
  return async (request, forward) => {
    const form = new URLSearchParams(request.body);
    const quote = form.get('quote_id') ?? '';
    const price = prices.get(quote);
    if (request.path.includes('/previews')) return rememberPrice(await forward(request), quote, prices);
    if (price === undefined || !form.has('final_price')) return forward(request);
    form.set('final_price', price);
    return forward({ ...request, body: form.toString() });
  };
}

function rememberPrice(answer: ProxyResponse, quote: string, prices: Map<string, string>): ProxyResponse {
  const amount = /"final_price":\{"[A-Z]{3}":"?([\d.]+)/.exec(answer.body)?.[1];
  if (amount !== undefined) prices.set(quote, amount);
  return answer;
}

/** Reads every booking with the token that booked last. */
function leak(): Tamper {
  let owner: string | undefined;
  return (request: ProxyRequest, forward: Forward) => {
    const authorization = request.headers['authorization'];
    if (request.method === 'POST' && /\/bookings\/?$/.test(request.path)) owner = authorization;
    const isRead = request.method === 'GET' && /\/bookings\/\d+$/.test(request.path);
    if (!isRead || owner === undefined || authorization === undefined) return forward(request);
    return forward({ ...request, headers: { ...request.headers, authorization: owner } });
  };
}

/** Takes an hour on to every time that was given with a zone, and takes the zone away. */
function shiftedTimes(path: string): string {
  return path.replace(/T(\d\d)(%3A\d\d)-11%3A00/g, (_all, hour: string, rest: string) => {
    return `T${String((Number(hour) + 1) % 24).padStart(2, '0')}${rest}`;
  });
}
