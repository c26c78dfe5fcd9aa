import type { Profile } from '../../src/index.js';
import { fakeCredentials } from './fake-api.js';
import { fakeHeader } from './fake-receiver.js';

export function apiProfile(url: string): Profile {
  return { base_url: url, ...fakeCredentials, search: { near: [50.1, 8.7] }, timeout_s: 3 };
}

export function receiverProfile(url: string): Profile {
  return {
    receiver: {
      url,
      header: fakeHeader,
      create_path: '/create',
      cancel_path: '/cancel',
      effects_url: `${url}/effects/\${kind}/\${booking_id}`,
      effects_wait_s: 0.1,
      effects_settle_s: 0.05,
      trouble: { method: 'POST', url: `${url}/trouble` },
    },
    timeout_s: 3,
  };
}

/** The fake API's sender, told where the hosted receiver is by a set-up request. */
export function senderProfile(url: string): Profile {
  const json = Object.fromEntries(
    ['create_path', 'cancel_path', 'header_name', 'header_value'].map((name) => [name, `\${${name}}`]),
  );
  const setup = [{ method: 'POST', path: '/partner-endpoint', json: { ...json, url: `\${receiver_url}` } }];
  const waits = { first_notice_wait_s: 2, max_retry_wait_s: 2, quiet_s: 0.4 };
  return { ...apiProfile(url), sender: { header: fakeHeader, setup, ...waits } };
}
