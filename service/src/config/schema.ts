import { type Static, Type } from 'typebox';

const perMinute = { minimum: 0, maximum: 1_000_000_000 } as const;
/** A day, or an instant with its offset. */
const instantPattern = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:\\d{2}))?$';

/**
 * Every setting, once: its type, default, meaning, and whether it is a secret. The environment is checked against it,
 * `docs/configuration.md` and the summary at start are made from it.
 */
export const settingsSchema = Type.Object(
  {
    PARKING_PORT: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 4000,
      description: 'Port; 0 picks a free one and prints it.',
    }),
    PARKING_HOST: Type.String({
      minLength: 1,
      default: '127.0.0.1',
      description: 'Address to listen on; `0.0.0.0` for every interface.',
    }),
    PARKING_DATA_DIR: Type.String({
      minLength: 1,
      default: './.parking',
      description: "The embedded engine's folder; `:memory:` keeps nothing.",
    }),
    PARKING_MONGODB_URL: Type.Optional(
      Type.String({
        pattern: '^mongodb(\\+srv)?://',
        description: 'Use MongoDB instead of the embedded engine.',
        secret: true,
      }),
    ),
    PARKING_CURIE: Type.String({
      pattern: '^[a-z][a-z0-9]{0,15}$',
      default: 'svc',
      description: 'Prefix of link relations in `_links`, `_embedded` and `zoom`.',
    }),
    PARKING_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s?#]+$',
        description:
          'Absolute links begin with this; from the request where it is not set (in e-mails: host and port).',
      }),
    ),
    PARKING_OPERATOR_TOKEN: Type.Optional(
      Type.String({
        minLength: 24,
        description:
          'Guards `/operator/v1`; made and stored on first start where it is not set (required with MongoDB).',
        secret: true,
      }),
    ),
    PARKING_SECRET_KEY: Type.Optional(
      Type.String({
        minLength: 32,
        description:
          'Encrypts secrets at rest, signs tokens and quote ids; made and stored on first start where it is not set (required with MongoDB).',
        secret: true,
      }),
    ),
    PARKING_SANDBOX: Type.Boolean({
      default: false,
      description: 'Clock control under `/operator/v1/sandbox`.',
    }),
    PARKING_DEMO: Type.Optional(
      Type.Boolean({
        description:
          'Demo catalogue, partner client and user; on when the data directory is new and no MongoDB is set, and remembered there.',
      }),
    ),
    PARKING_ALLOW_PRIVATE_TARGETS: Type.Optional(
      Type.Boolean({ description: 'Webhook targets on private addresses; off, but on in demo mode.' }),
    ),
    PARKING_RATE_LIMIT: Type.Integer({
      ...perMinute,
      default: 6000,
      description:
        'Requests a minute of one client, for each of its users, counted by each process; 0 for no limit.',
    }),
    PARKING_RATE_LIMIT_ANONYMOUS: Type.Integer({
      ...perMinute,
      default: 600,
      description:
        'Requests a minute of one address without a valid token; 0 for no limit. A search that prices or sorts many places counts as one for each 500 of them.',
    }),
    PARKING_RATE_LIMIT_SIGN_IN: Type.Integer({
      ...perMinute,
      default: 30,
      description:
        'Failed sign-ins, new accounts and codes a minute of one address; of one account a third of it in ten minutes. 0 for no limit.',
    }),
    PARKING_NOTICE_GIVE_UP_AFTER_HOURS: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'Age at which a notice that still fails is abandoned (kept, shown, and sent again on request); never where it is not set.',
      }),
    ),
    PARKING_ATTEMPTS_KEPT_DAYS: Type.Integer({
      minimum: 1,
      maximum: 36_500,
      default: 90,
      description: 'Days for which attempts at notices are kept; the notices themselves stay.',
    }),
    PARKING_TRUST_PROXY: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 0,
      description:
        'Proxies of yours in front, so that `X-Forwarded-For` is believed so many entries from its end.',
    }),
    PARKING_V3_1_DEPRECATED_AT: Type.Optional(
      Type.String({
        pattern: instantPattern,
        description: 'When v3_1 was given up (`YYYY-MM-DD` or an instant); its `Deprecation` header.',
      }),
    ),
    PARKING_V3_1_SUNSET_AT: Type.Optional(
      Type.String({
        pattern: instantPattern,
        description: 'When v3_1 ends; its `Sunset` header.',
      }),
    ),
    PARKING_MESSAGES_DIR: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Folder for messages to people (`.eml` and `.txt`); `messages` in the data directory where it is not set. With MongoDB, or with `:memory:`, messages wait until this or the address below is set.',
      }),
    ),
    PARKING_MESSAGES_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s#]+$',
        description: 'Gateway of yours that messages are posted to as JSON, instead of the folder.',
      }),
    ),
    PARKING_MESSAGES_TOKEN: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{8,}$',
        description: 'Bearer token for that gateway.',
        secret: true,
      }),
    ),
    PARKING_MESSAGES_FROM: Type.String({
      pattern: '^[^\\s@<>",;:]+@[A-Za-z0-9.-]+$',
      default: 'parking@parking.invalid',
      description: 'Address that mails come from.',
    }),
    PARKING_METRICS_OPEN: Type.Boolean({
      default: false,
      description: "Anyone may read `/metrics`; off, it asks for the operator's token.",
    }),
    PARKING_LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
      default: 'info',
      description:
        'Least important log lines that are written (to standard error): `debug`, `info`, `warn`, `error` or `silent`.',
    }),
  },
  { additionalProperties: false },
);

export type Settings = Static<typeof settingsSchema>;
export const settingNames: readonly string[] = Object.keys(settingsSchema.properties);
