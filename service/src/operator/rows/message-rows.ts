import { Type } from 'typebox';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import {
  type MessageAttempt,
  type MessageDocument,
  type MessageState,
  messageStates,
} from '../../messages/message.js';
import type { Messages } from '../../messages/messages.js';
import { instantText } from './instant-text.js';

type Shown = Readonly<Record<string, unknown>>;

/** Everything but what it says: that is in the mail itself, and may be a code. */
const showMessage = (message: MessageDocument, now: number): Shown => ({
  id: message._id,
  state: message.st,
  channel: message.channel,
  to: message.address,
  template: message.template,
  locale: message.locale,
  attempts: message.n,
  last: message.history.at(-1)?.detail ?? null,
  due: instantText(message.due),
  age_seconds: Math.max(0, Math.floor((now - message.createdAt) / 1000)),
  can_resend: message.values !== null,
  created_at: instantText(message.createdAt),
  updated_at: instantText(message.updatedAt),
});

const showAttempt = (attempt: MessageAttempt): Shown => ({
  n: attempt.n,
  at: instantText(attempt.at),
  duration_ms: attempt.durationMs,
  outcome: attempt.outcome,
  detail: attempt.detail,
});

const stateNamed = (name: string): MessageState => {
  const state = messageStates.find((known) => known === name);
  if (state !== undefined) return state;
  throw new Problem('request_parameter_invalid', {
    fields: ['state'],
    details: `states are ${messageStates.join(', ')}`,
  });
};

interface MessageRowOptions {
  readonly messages: Pick<Messages, 'list' | 'counts' | 'view' | 'resend'>;
  readonly now: () => number;
}

const messageName = Type.Object({ messageId: Type.String({ maxLength: 200 }) });

/** Messages to people, what became of them, and sending one again. */
export const createMessageRows = ({ messages, now }: MessageRowOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/messages',
    operation: 'operator.messages.list',
    summary: 'Messages in one state, in the order they are due or ended.',
    access: 'operator',
    input: Type.Object({
      state: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      skip: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    run: async ({ state = 'waiting', limit = 100, skip = 0 }) => {
      const found = await messages.list({ state: stateNamed(state), limit, skip });
      return raw(
        200,
        found.map((message) => showMessage(message, now())),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/messages/counts',
    operation: 'operator.messages.count',
    summary: 'How many messages are in each state (a count stops at 10,000).',
    access: 'operator',
    input: Type.Object({}),
    run: async () => raw(200, await messages.counts()),
  }),
  route({
    method: 'GET',
    path: '/messages/:messageId',
    operation: 'operator.messages.view',
    summary: 'One message with its last attempts.',
    access: 'operator',
    input: messageName,
    run: async ({ messageId }) => {
      const message = await messages.view(messageId);
      return raw(200, {
        ...showMessage(message, now()),
        attempts: message.history.map(showAttempt),
        attempt_count: message.n,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/messages/:messageId/resend',
    operation: 'operator.messages.resend',
    summary: 'Sends a message again now, whatever became of it.',
    access: 'operator',
    input: messageName,
    run: async ({ messageId }) => raw(200, showMessage(await messages.resend(messageId), now())),
  }),
];
