import type { OutboundOutcome, Post } from '../../outbound/outbound.js';
import type { OutgoingMessage, SendOutcome, Transport } from './transport.js';

interface GatewayTransportOptions {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string | undefined;
  readonly post: Post;
  /** For the whole exchange. */
  readonly deadlineMs: number;
}

/** The gateway understood the message and will not have it; anything else may be mended, a wrong token among it. */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

const outcomeOf = (outcome: OutboundOutcome): SendOutcome => {
  if (outcome.kind === 'failed') return { kind: 'retry', detail: outcome.reason };
  const { status } = outcome;
  // Of the body nothing is kept: it may repeat the message.
  const detail = String(status);
  if (status >= 200 && status < 300) return { kind: 'sent', detail };
  return { kind: refusals.has(status) ? 'refused' : 'retry', detail };
};

const bodyOf = ({ id, channel, to, name, subject, text, locale, template }: OutgoingMessage): string =>
  JSON.stringify({
    id,
    channel,
    to,
    ...(name !== '' && { name }),
    ...(channel === 'email' && { subject }),
    text,
    locale,
    template,
  });

/** Posts each message as JSON to the operator's own gateway, which sends it on. */
export const createGatewayTransport = ({
  url,
  token,
  post,
  deadlineMs,
}: GatewayTransportOptions): Transport => ({
  name: 'gateway',
  send: async (message) =>
    outcomeOf(
      await post({
        url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.id,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: bodyOf(message),
        deadlineMs,
        maxBodyBytes: 4_096,
      }),
    ),
});
