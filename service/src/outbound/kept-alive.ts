import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Told whether the request goes out on a connection that has carried one before. */
export type OnSending = (isOnOldConnection: boolean) => void;

export interface KeptAlive {
  /** For the request that the client starts in this turn. */
  readonly onSending: (tell: OnSending) => void;
  readonly close: () => void;
}

const sendHeaders = 'undici:client:sendHeaders';

const socketOf = (message: unknown): object | undefined =>
  typeof message === 'object' &&
  message !== null &&
  'socket' in message &&
  typeof message.socket === 'object' &&
  message.socket !== null
    ? message.socket
    : undefined;

/**
 * The client keeps its connections to itself; only its diagnostics say which request went out on which. It starts a
 * request and says so in one turn, so what is said is about the one that was started last.
 */
export const watchKeptAlive = (): KeptAlive => {
  const used = new WeakSet<object>();
  let told: OnSending | undefined;
  const listen = (message: unknown): void => {
    const socket = socketOf(message);
    const tell = told;
    told = undefined;
    if (socket === undefined || tell === undefined) return;
    tell(used.has(socket));
    used.add(socket);
  };
  subscribe(sendHeaders, listen);
  return {
    onSending: (tell) => {
      told = tell;
    },
    close: () => {
      unsubscribe(sendHeaders, listen);
    },
  };
};
