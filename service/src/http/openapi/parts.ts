import type { scopes } from '../../base/caller.js';
import { locales } from '../../base/locale.js';

/** Part of an OpenAPI 3.1 document; plain JSON. */
export type Part = Readonly<Record<string, unknown>>;

export const ref = (section: string, name: string): Part => ({ $ref: `#/components/${section}/${name}` });

const error = {
  type: 'object',
  required: ['code', 'uuid', 'status', 'message'],
  properties: {
    code: { type: 'string' },
    uuid: { type: 'string', format: 'uuid' },
    status: { type: 'integer' },
    message: { type: 'string', description: 'Short text that may be shown to users.' },
    details: { type: 'string', description: 'For debugging; not to be shown to users or parsed.' },
    fields: { type: 'array', items: { type: 'string' }, description: 'Names of the invalid parameters.' },
  },
} as const;

export const errorSchema = {
  type: 'object',
  required: ['status', 'message', 'errors'],
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    errors: { type: 'array', minItems: 1, items: error },
  },
} as const;

export const oauthErrorSchema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
} as const;

const inQuery = (name: string, description: string, schema: unknown) => ({
  name,
  in: 'query',
  description,
  schema,
});

const text = { type: 'string' } as const;

/** The shared request conventions, by the name that rows refer to. */
export const sharedParameters = {
  fields: inQuery('fields', 'Comma-separated: `name`, `:default`, `object:name`, `object::group`.', text),
  zoom: inQuery(
    'zoom',
    'Comma-separated link relations to embed; `:none` leaves out what is by default.',
    text,
  ),
  envelope: inQuery('envelope', '`true` exactly wraps the answer.', text),
  pretty: inQuery('pretty', 'Indents the answer.', { type: 'boolean' }),
  per_page: inQuery('per_page', 'Larger values are capped.', { type: 'integer', minimum: 1, default: 100 }),
  page: inQuery('page', 'Counts from 1.', { type: 'integer', minimum: 1, default: 1 }),
  result_format: inQuery('result_format', 'With `fields=count`: the count of all matches.', {
    enum: ['stats'],
  }),
  locale: {
    name: 'X-Language-Locale',
    in: 'header',
    description: 'In any case of letters; echoed when accepted.',
    schema: { enum: [...locales] },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your choice for this one wish, 1 to 255 printable characters: with the same parameters again it gets the first answer again, with others 409.',
    schema: text,
  },
} as const;

const link = {
  type: 'object',
  required: ['href'],
  properties: { href: { type: ['string', 'null'] } },
} as const;

/** HAL: relation to link, and what the prefixes of relations stand for. */
export const linksSchema = {
  type: 'object',
  properties: {
    curies: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, href: text, templated: { type: 'boolean' } },
      },
    },
  },
  additionalProperties: link,
} as const;

const scopeMeanings = {
  public: "What is tied to no account, and a user's own data.",
  partner: 'Booking by invoice, and the bookings attributed to the partner.',
  mobile: 'As `public`, for apps.',
  internal: 'Everything.',
  data: 'What is under a data licence.',
} as const satisfies Record<(typeof scopes)[number], string>;

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  operator: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: '/v4/oauth/token', scopes: scopeMeanings },
      password: { tokenUrl: '/v4/oauth/token', scopes: scopeMeanings },
    },
  },
} as const;

const header = (description: string, schema: unknown = text) => ({ description, schema });
const whole = { type: 'integer', minimum: 0 } as const;

export const sharedHeaders = {
  'X-Request-Id': header("The request's id: the client's own, or one made here."),
  'X-Pagination-Per-Page': header('Records on a page.', whole),
  'X-Pagination-Total': header('All records found.', whole),
  'X-Pagination-Returned': header('Records on this page.', whole),
  'X-Pagination-Current-Page': header('This page, from 1.', whole),
  'X-Pagination-Total-Pages': header('Pages in all.', whole),
  Link: header('The pages `first`, `prev`, `next` and `last` (RFC 8288).'),
  ETag: header('For If-None-Match.'),
  'Retry-After': header('Seconds.', whole),
  RateLimit: header('What is left of the allowance, and until when.'),
  'RateLimit-Policy': header('The allowance.'),
} as const;

export const pagingHeaders: readonly string[] = Object.keys(sharedHeaders).filter((name) =>
  name.startsWith('X-Pagination-'),
);
