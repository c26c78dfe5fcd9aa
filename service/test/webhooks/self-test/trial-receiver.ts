import { type Arrived, openHttpReceiver } from '../../support/http-receiver.js';

export interface ReceivedNotice {
  readonly kind: string;
  readonly id: number;
  readonly key: string | undefined;
}

export interface TrialReply {
  readonly status: number;
  readonly body?: string;
}

export type Answer = (notice: ReceivedNotice) => Promise<TrialReply>;

export const secret = 'the value of the header';
const duplicate: TrialReply = { status: 400, body: '{"code":"duplicate_request"}' };

/** Where a receiver departs from the contract; each by one thing alone. */
export interface Departures {
  readonly isKnownKey?: (key: string | undefined) => boolean;
  /** To a notice whose header is not known. */
  readonly toStranger?: TrialReply;
  readonly toDuplicate?: TrialReply;
  readonly whileWorking?: TrialReply;
  readonly accepted?: TrialReply;
  /** Remembers a notice before it looks at the header. */
  readonly remembersStrangers?: boolean;
  /** Remembers a notice although its work has failed. */
  readonly remembersFailures?: boolean;
  /** Looks whether a notice is known, and claims it only afterwards. */
  readonly claimsLate?: boolean;
  /** Takes no account of what the notice is about. */
  readonly dedupesByIdAlone?: boolean;
}

interface ReceiverOptions extends Departures {
  /** The booking as the API shows it to the partner; `undefined` where it answers 404. */
  readonly fetchBooking: (id: number) => Promise<unknown>;
  readonly effects: string[];
}

/** The fourth of a test's bookings: the one that is told of twenty times at once. */
const crowdedId = 4;
const crowdSize = 20;

/** Lets work on the crowded booking go on only when its whole crowd has come. */
const createGathering = () => {
  const waiting = new Map<string, { count: number; open: () => void; readonly opened: Promise<void> }>();
  return {
    arrive: (name: string): void => {
      const { promise, resolve } = openable();
      const crowd = waiting.get(name) ?? { count: 0, open: resolve, opened: promise };
      waiting.set(name, crowd);
      crowd.count += 1;
      if (crowd.count === crowdSize) crowd.open();
    },
    wait: async (name: string, id: number): Promise<void> => {
      if (id === crowdedId) await waiting.get(name)?.opened;
    },
  };
};

const openable = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
};

/** A partner's receiver as the contract has it, but for what it is told to do otherwise. */
export const receiverThat = (options: ReceiverOptions): Answer => {
  const states = new Map<string, 'working' | 'done'>();
  const gathering = createGathering();
  const { isKnownKey = (key) => key === secret, fetchBooking, effects } = options;

  const known = (name: string): TrialReply | undefined => {
    if (states.get(name) === 'done') return options.toDuplicate ?? duplicate;
    return states.has(name) ? (options.whileWorking ?? { status: 404 }) : undefined;
  };

  const work = async (name: string, id: number): Promise<TrialReply> => {
    await gathering.wait(name, id);
    if ((await fetchBooking(id)) === undefined) {
      if (options.remembersFailures === true) states.set(name, 'done');
      else states.delete(name);
      return { status: 404 };
    }
    effects.push(name);
    states.set(name, 'done');
    return options.accepted ?? { status: 202 };
  };

  return async ({ kind, id, key }) => {
    const name = options.dedupesByIdAlone === true ? String(id) : `${id}:${kind}`;
    if (!isKnownKey(key)) {
      if (options.remembersStrangers === true) states.set(name, 'done');
      return options.toStranger ?? { status: 401 };
    }
    gathering.arrive(name);
    const reply = known(name);
    if (reply !== undefined) return reply;
    if (options.claimsLate === true) await gathering.wait(name, id);
    states.set(name, 'working');
    return work(name, id);
  };
};

const idIn = (body: string): number => {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null && 'id' in parsed ? Number(parsed.id) : Number.NaN;
};

const keyOf = ({ headers }: Arrived): string | undefined => {
  const key = headers['x-partner-key'];
  return Array.isArray(key) ? key.join() : key;
};

/** Answers on a port of its own; the kind is told by the path. */
export const openReceiver = async (answer: Answer) => {
  const received: ReceivedNotice[] = [];
  const { url, close } = await openHttpReceiver(async (response, arrived) => {
    const kind = arrived.target.endsWith('/hooks/cancelled') ? 'cancel' : 'create';
    const notice = { kind, id: idIn(arrived.body), key: keyOf(arrived) };
    received.push(notice);
    const reply = await answer(notice);
    response.writeHead(reply.status).end(reply.body ?? '');
  });
  return { url: `${url}/hooks`, received, close };
};
