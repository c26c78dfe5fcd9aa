import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Seal } from '../base/seal.js';
import { composeMessage } from './compose.js';
import type { MessageDocument } from './message.js';
import type { MessageOutcome, MessageStore } from './message-store.js';
import { nextTry } from './retry-schedule.js';
import { templates } from './templates/templates.js';
import type { SendOutcome, Transport } from './transports/transport.js';

interface SendMessageOptions {
  readonly store: Pick<MessageStore, 'settle'>;
  readonly seal: Pick<Seal, 'open'>;
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'now'>;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the transport failed';

/** One claimed message: sent if it still is of use, and what came of it written. */
export const createSendMessage = (options: SendMessageOptions) => {
  const { store, seal, transport, clock, random, logger } = options;

  const attempt = async (message: MessageDocument): Promise<SendOutcome> => {
    if (message.until !== null && clock.now() > message.until) return { kind: 'refused', detail: 'lapsed' };
    let outgoing: ReturnType<typeof composeMessage>;
    try {
      outgoing = composeMessage(message, seal);
    } catch {
      // Sealed under another key, or with a template that is gone: trying again cannot help.
      return { kind: 'refused', detail: 'unreadable' };
    }
    try {
      return await transport.send(outgoing);
    } catch (error) {
      return { kind: 'retry', detail: codeOf(error) };
    }
  };

  const endOf = (message: MessageDocument, { kind }: SendOutcome, now: number) => {
    if (kind === 'sent') return { st: 'sent', due: now } as const;
    const { n: failures, openedAt } = message;
    const next = kind === 'retry' ? nextTry({ failures, openedAt, now, chance: random() }) : undefined;
    return next === undefined
      ? ({ st: 'failed', due: now } as const)
      : ({ st: 'waiting', due: next } as const);
  };

  return async (message: MessageDocument): Promise<void> => {
    const startedAt = clock.now();
    const sent = await attempt(message);
    const at = clock.now();
    const end = endOf(message, sent, at);
    const { kind: outcome, detail } = sent;
    const tried = { n: message.n, at: startedAt, durationMs: at - startedAt, outcome, detail };
    // A code is not kept beyond its message.
    const isSpent = end.st !== 'waiting' && templates[message.template].isSecret;
    const settlement: MessageOutcome = { ...end, attempt: tried, isSpent, at };
    const isOurs = await store.settle(message, settlement);
    const { _id: id, template, channel } = message;
    const line = { message: id, template, channel, transport: transport.name, ...tried, st: end.st, isOurs };
    if (end.st === 'failed') logger.warn(line, 'message');
    else logger.info(line, 'message');
  };
};

export type SendMessage = ReturnType<typeof createSendMessage>;
