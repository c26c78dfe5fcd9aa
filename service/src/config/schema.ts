import { type Static, Type } from 'typebox';

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
        description: 'Absolute links begin with this; from the request where it is not set.',
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
