import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Customer } from '../../src/accounts/accounts.js';
import { Problem } from '../../src/base/problem.js';
import type { Received } from '../http/harness.js';
import {
  member,
  type OAuthStage,
  openOAuthStage,
  password,
  phone,
  signInOf,
  user,
  verificationCode,
} from './stage.js';

type Form = Readonly<Record<string, string>>;

describe('POST /oauth/token with grant_type=password and a verification code', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const signIn = (form: Form): Promise<Received> =>
    stage.post('token', { form: { grant_type: 'password', ...form } });

  const good: readonly (readonly [by: string, form: Form])[] = [
    ['phone', { customer_phone: phone }],
    ['e-mail address', { customer_email: user.email }],
  ];
  for (const [by, form] of good) {
    it(`signs in by ${by}, with tokens like those of a password`, async () => {
      const { status, body } = await signIn({
        ...form,
        verification_code: verificationCode,
        scope: 'mobile',
      });
      assert.equal(status, 200);
      assert.match(member(body, 'refresh_token'), /^[0-9a-f]{64}$/);
      const me = await stage.whoIs(member(body, 'access_token'));
      const mine = signInOf(member(body, 'access_token'));
      assert.deepEqual(me.body, {
        kind: 'user',
        client: 'first-party',
        customer: 7,
        signIn: mine,
        scopes: ['mobile'],
      });
    });
  }

  it('signs in for a client that proves itself', async () => {
    const client = { client_id: 'acme app', client_secret: stage.secret };
    const { body } = await signIn({ ...client, customer_phone: phone, verification_code: verificationCode });
    assert.equal(member((await stage.whoIs(member(body, 'access_token'))).body, 'client'), 'acme app');
  });

  const refusals: readonly (readonly [name: string, form: Form, error: string])[] = [
    ['a wrong code', { customer_phone: phone, verification_code: '000000' }, 'invalid_grant'],
    [
      'a code of nobody',
      { customer_phone: '+12025550199', verification_code: verificationCode },
      'invalid_grant',
    ],
    ['a code without an address', { verification_code: verificationCode }, 'invalid_request'],
    [
      'a code for two addresses',
      { customer_phone: phone, customer_email: user.email, verification_code: verificationCode },
      'invalid_request',
    ],
    [
      'a code and a password',
      { customer_email: user.email, customer_password: password, verification_code: verificationCode },
      'invalid_request',
    ],
    ['a phone and a password', { customer_phone: phone, customer_password: password }, 'invalid_request'],
    [
      'a phone beside e-mail address and password',
      { customer_phone: phone, customer_email: user.email, customer_password: password },
      'invalid_request',
    ],
    ['an address alone', { customer_email: user.email }, 'invalid_request'],
    ['nothing', {}, 'invalid_request'],
    [
      'a scope that is not for users without a client',
      { customer_phone: phone, verification_code: verificationCode, scope: 'partner' },
      'invalid_scope',
    ],
  ];
  for (const [name, form, error] of refusals) {
    it(`answers 400 ${error} to ${name}`, async () => {
      const before = await stage.storedCount();
      const { status, body } = await signIn(form);
      assert.deepEqual([status, member(body, 'error')], [400, error]);
      assert.equal(await stage.storedCount(), before);
    });
  }

  it('does not spend a code on a scope that cannot be had', async () => {
    let asked = 0;
    const verifyCode = async (): Promise<Customer> => {
      asked += 1;
      return user;
    };
    const counting = await openOAuthStage({ signIn: { verifyCode } });
    try {
      const form = {
        grant_type: 'password',
        customer_phone: phone,
        verification_code: '1',
        scope: 'internal',
      };
      assert.equal((await counting.post('token', { form })).status, 400);
      assert.equal(asked, 0);
    } finally {
      await counting.close();
    }
  });
});

describe('POST /oauth/token while too many passwords are being hashed', () => {
  it('answers 503 and when to come again, in the form of the token endpoints', async () => {
    const verifyPassword = async (): Promise<never> => {
      throw new Problem('service_unavailable', { details: 'too many at once', retryAfterSeconds: 2 });
    };
    const stage = await openOAuthStage({ signIn: { verifyPassword } });
    try {
      const form = { grant_type: 'password', customer_email: user.email, customer_password: password };
      const { status, body, headers } = await stage.post('token', { form });
      assert.deepEqual([status, headers['retry-after']], [503, '2']);
      assert.deepEqual(body, {
        error: 'temporarily_unavailable',
        error_description: 'too many at once',
      });
    } finally {
      await stage.close();
    }
  });
});
