import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRedirectUri, redirectTo } from '../../src/oauth/redirect-uri.js';

describe('a redirect address', () => {
  const good = [
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/cb?keep=1',
    'http://localhost:9000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:9000/',
  ];
  for (const text of good) it(`may be ${text}`, () => assert.equal(isRedirectUri(text), true));

  const bad = [
    '',
    'app.example/cb',
    '/cb',
    '//app.example/cb',
    'https:app.example',
    'https:///cb',
    'https://',
    'http://app.example/cb',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'https://user:secret@app.example/',
    'https://app.example/cb#',
    'https://app.example/cb#part',
    'https://app.example\\@evil.example/',
    'https://app.example/ cb',
    'https://app.example/\tcb',
    'https://app.example/\r\nSet-Cookie: a=b',
    'https://app.example/cb\n',
    'https://äpp.example/',
    'https://app.example/?code=1',
    'https://app.example/?a=1&state=x',
    'https://app.example/?error=x',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/cb',
    'ftp://app.example/',
    'https://app.example:99999/',
    `https://app.example/${'x'.repeat(2000)}`,
  ];
  for (const text of bad) {
    it(`may not be ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(isRedirectUri(text), false));
  }

  it('gets code and state after what its own query says, and nothing else', () => {
    assert.equal(redirectTo('https://a.example', 'c', undefined), 'https://a.example?code=c');
    assert.equal(redirectTo('https://a.example/?k=%20', 'c', 's'), 'https://a.example/?k=%20&code=c&state=s');
    const injected = redirectTo('https://a.example/', 'c', 'x&code=evil#\r\nX: y');
    assert.equal(injected, 'https://a.example/?code=c&state=x%26code%3Devil%23%0D%0AX%3A+y');
  });
});
