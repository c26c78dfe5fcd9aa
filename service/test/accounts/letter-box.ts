import { createSeal } from '../../src/base/seal.js';
import { composeMessage } from '../../src/messages/compose.js';
import { messageCollection } from '../../src/messages/message.js';
import type { OutgoingMessage } from '../../src/messages/transports/transport.js';
import { type Stage, secretKey } from '../http/stage.js';

/** What waits in a stage's outbox, in words, oldest first. */
export const lettersOf = async ({ database }: Stage): Promise<readonly OutgoingMessage[]> => {
  const seal = createSeal({ secretKey, purpose: 'message' });
  const waiting = await database
    .collection(messageCollection)
    .find({ st: 'waiting' }, { sort: { due: 1, _id: 1 } })
    .toArray();
  return waiting.map((message) => composeMessage(message, seal));
};

/** The code in the last letter to that address. Throws where there is none. */
export const codeTo = async (stage: Stage, address: string): Promise<string> => {
  const letter = (await lettersOf(stage)).filter(({ to }) => to === address).at(-1);
  const code = /\b(\d{6})\b/.exec(letter?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no code was sent to ${address}`);
  return code;
};
