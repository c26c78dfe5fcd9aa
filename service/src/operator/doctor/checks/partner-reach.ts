import { dayMs } from '../../../base/durations.js';
import type { Failure } from '../../../outbound/failure.js';
import type { Probe } from '../../../outbound/probe.js';
import type { Partner } from '../../../webhooks/partners/partner.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { spanText } from '../in-words.js';

export interface ReachOptions {
  readonly probe: (url: string) => Promise<Probe>;
  readonly now: () => number;
}

const certificateWarnMs = 21 * dayMs;

const advice: Readonly<Record<Failure['reason'], string>> = {
  dns: 'Its name does not resolve here: ask the partner for the right one, or see this machine’s name server.',
  blocked_address:
    'Only public addresses are allowed. Correct base_api_url; for partners inside your network set PARKING_ALLOW_PRIVATE_TARGETS=on.',
  timeout: 'Nothing answers there: ask the partner whether it is up, and whether a firewall keeps us out.',
  connection: 'The connection is refused or broken off: ask the partner whether it is up, and on which port.',
  tls: 'Its certificate is not good, or it does not speak TLS there: ask the partner to renew or mend it.',
  bad_url: 'Correct it: parking-service partners set ID --base-api-url URL',
  bad_header: 'Correct the header: parking-service partners set ID --header NAME -',
  protocol: 'Something else than HTTP answers there: see the port.',
};

const addressText = ({ addresses }: Probe): string =>
  addresses.map(({ address, isAllowed }) => (isAllowed ? address : `${address} (not allowed)`)).join(', ');

const certificate = (endsAt: number | undefined, now: number): readonly Finding[] => {
  if (endsAt === undefined) return [];
  const leftMs = endsAt - now;
  const seen = `its certificate ends in ${spanText(Math.max(0, leftMs))}`;
  return leftMs < certificateWarnMs
    ? [warning(seen, 'Tell the partner: after that nothing is delivered.')]
    : [];
};

const judge = (url: string, probe: Probe, now: number): readonly Finding[] => {
  const host = new URL(url).host;
  const at = probe.addresses.length === 0 ? '' : ` (${addressText(probe)})`;
  if (probe.failure !== undefined) {
    const { reason, detail } = probe.failure;
    return [fault(`${host}${at} cannot be reached: ${detail}`, advice[reason])];
  }
  const reached = `${host}${at} takes connections within ${spanText(probe.durationMs)}`;
  const left =
    probe.certificateEndsAt === undefined
      ? ''
      : `, certificate good for ${spanText(Math.max(0, probe.certificateEndsAt - now))}`;
  const barred = probe.addresses.some(({ isAllowed }) => !isAllowed)
    ? [
        warning(
          `${host} also leads to addresses that are not allowed`,
          'They are passed over; ask the partner whether they are meant.',
        ),
      ]
    : [];
  return [ok(reached + left), ...barred, ...certificate(probe.certificateEndsAt, now)];
};

/** Whether a partner's address can be reached as a notice would, without sending one. */
export const checkReach = ({ _id, endpoint }: Partner, { probe, now }: ReachOptions): Check => ({
  name: 'reach',
  about: _id,
  run: async () =>
    endpoint === null ? [] : judge(endpoint.baseApiUrl, await probe(endpoint.baseApiUrl), now()),
});
