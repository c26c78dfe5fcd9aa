import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadSettings } from '../../../src/config/load.js';
import { type ResolvedSettings, resolveSettings } from '../../../src/config/local-state.js';
import { checkConfiguration } from '../../../src/operator/doctor/checks/configuration.js';
import { weaknessOf } from '../../../src/operator/doctor/weak-secret.js';

const good = resolveSettings(
  loadSettings({
    PARKING_DATA_DIR: ':memory:',
    PARKING_SECRET_KEY: '9f2c4b81d07ae35f6642b90c1de8a7735c1f0e9db24a6837',
    PARKING_OPERATOR_TOKEN: '3b7e915ac0d24f68a1e97c05d8b2f64377aa09ce',
    PARKING_DEMO: 'off',
    PARKING_MESSAGES_DIR: '/var/messages',
    PARKING_MONGODB_URL: 'mongodb://db.example/parking?replicaSet=rs',
  }),
);

type Change = Partial<{ [Name in keyof ResolvedSettings]: ResolvedSettings[Name] | undefined }>;

const open: Change = {
  PARKING_HOST: '0.0.0.0',
  PARKING_BASE_URL: 'https://parking.example',
  PARKING_TRUST_PROXY: 1,
};

const rows: readonly { readonly change: Change; readonly finds: readonly string[] }[] = [
  { change: {}, finds: ['ok valid, and nothing'] },
  { change: open, finds: ['ok valid, and nothing'] },
  { change: { PARKING_SECRET_KEY: 'a'.repeat(48) }, finds: ['fault PARKING_SECRET_KEY repeats'] },
  {
    change: { PARKING_OPERATOR_TOKEN: 'change-me-9f2c4b81d07ae35f6642b90c' },
    finds: ['fault PARKING_OPERATOR_TOKEN holds'],
  },
  {
    change: { PARKING_OPERATOR_TOKEN: good.PARKING_SECRET_KEY },
    finds: ['fault PARKING_OPERATOR_TOKEN is PARKING_SECRET_KEY'],
  },
  {
    change: { ...open, PARKING_DEMO: true },
    finds: ['fault demo mode listens on 0.0.0.0', 'warning demo data goes into MongoDB'],
  },
  { change: { ...open, PARKING_SANDBOX: true }, finds: ['fault the sandbox listens on 0.0.0.0'] },
  { change: { PARKING_SANDBOX: true, PARKING_HOST: '::1' }, finds: ['ok valid'] },
  { change: { ...open, PARKING_ALLOW_PRIVATE_TARGETS: true }, finds: ['warning notices may go to private'] },
  {
    change: { ...open, PARKING_BASE_URL: 'http://parking.example' },
    finds: ['warning PARKING_BASE_URL is http'],
  },
  { change: { ...open, PARKING_BASE_URL: undefined }, finds: ['warning links are made'] },
  { change: { ...open, PARKING_TRUST_PROXY: 0 }, finds: ['warning something in front serves https'] },
  { change: { ...open, PARKING_RATE_LIMIT_SIGN_IN: 0 }, finds: ['warning strangers are not limited'] },
  { change: { ...open, PARKING_METRICS_OPEN: true }, finds: ['warning anyone may read /metrics'] },
  { change: { PARKING_MESSAGES_DIR: undefined }, finds: ['warning messages to people wait'] },
  { change: { PARKING_MESSAGES_URL: 'http://mail.example/' }, finds: ['warning the message gateway'] },
  { change: { PARKING_LOG_LEVEL: 'silent' }, finds: ['warning PARKING_LOG_LEVEL is silent'] },
  { change: { PARKING_MONGODB_URL: undefined }, finds: ['warning nothing is kept'] },
  {
    change: { PARKING_MONGODB_URL: 'mongodb://db.example/?w=1' },
    finds: ['fault PARKING_MONGODB_URL asks for w=1'],
  },
  {
    change: { PARKING_MONGODB_URL: 'mongodb://db.example/?journal=false' },
    finds: ['fault PARKING_MONGODB_URL asks for w=majority, journal=false'],
  },
  {
    change: { PARKING_MONGODB_URL: 'mongodb://db.example/?readPreference=nearest' },
    finds: ['fault PARKING_MONGODB_URL asks for readPreference=nearest'],
  },
];

/** `undefined` takes a setting away. */
const changed = (change: Change): ResolvedSettings => {
  const left = Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined);
  return Object.assign({}, good, change, Object.fromEntries(left));
};

describe('the doctor on the configuration', () => {
  for (const { change, finds } of rows) {
    const names = Object.entries(change).map(
      ([name, value]) => `${name.slice(8)}=${String(value).slice(0, 30)}`,
    );
    it(`${names.join(' ') || 'as it should be'}: ${finds.join('; ')}`, async () => {
      const findings = await checkConfiguration(changed(change)).run();
      const texts = findings.map(({ verdict, seen }) => `${verdict} ${seen}`);
      assert.equal(texts.length, finds.length, texts.join('\n'));
      for (const [index, text] of texts.entries()) assert.ok(text.startsWith(finds[index] ?? '?'), text);
      for (const { verdict, advice } of findings) assert.equal(advice === undefined, verdict === 'ok');
    });
  }

  it('shows no secret', async () => {
    const secret = 'password1password1password1password1';
    const findings = await checkConfiguration(
      changed({ PARKING_SECRET_KEY: secret, PARKING_OPERATOR_TOKEN: secret }),
    ).run();
    assert.equal(findings.length, 3);
    assert.ok(!JSON.stringify(findings).includes('password1'));
  });

  it('takes none of a thousand random secrets for weak', async () => {
    const { randomBytes } = await import('node:crypto');
    for (let count = 0; count < 1_000; count += 1) {
      const hex = randomBytes(24).toString('hex');
      // Six hex digits in a row may spell one of the words.
      if (!/123456|abcdef/.test(hex)) assert.equal(weaknessOf(hex), undefined, hex);
    }
  });
});
