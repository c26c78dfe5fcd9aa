import { createReceiver, type Receiver, type ReceiverEvent } from '#kit/index.js';
import type { OutboundRequest } from '#service/outbound/outbound.js';
import type { Dice } from './dice.js';
import type { Site, SiteAnswer } from './network.js';
import type { Desk } from './partner-books.js';
import { headerKey } from './partner-header.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Trace } from './trace.js';
import type { Sky } from './weather.js';

/** What stands before a partner's processes, or within them. */
export type SiteMood =
  | { readonly type: 'fine' }
  /** A gateway answers in their place. */
  | { readonly type: 'gateway'; readonly status: number; readonly retryAfterSeconds?: number }
  /** The partner expects another header value than the operator knows. */
  | { readonly type: 'other_header' };

/** A partner: one or two processes with the kit's receiver before the same books. */
export interface PartnerSite extends Site {
  readonly processes: () => readonly SimulatedProcess[];
  readonly setMood: (mood: SiteMood) => void;
  /** From now on its processes ask for this value and no other. */
  readonly expect: (headerValue: string) => void;
  /** The same, once they have answered 401 to a notice. */
  readonly expectAfterRefusal: (headerValue: string) => void;
  readonly kill: (index: number) => void;
  /** A new process in the dead one's place. */
  readonly start: (index: number) => void;
  readonly pause: (index: number) => void;
  readonly resume: (index: number) => void;
}

export interface PartnerSiteOptions {
  readonly name: string;
  readonly replicas: number;
  readonly headerValue: string;
  readonly onEvent: (event: ReceiverEvent) => void;
  readonly startProcess: (name: string) => SimulatedProcess;
  readonly deskOf: (process: SimulatedProcess) => Desk;
  readonly dice: Dice;
  readonly sky: Sky;
  readonly trace: Trace;
}

interface Replica {
  readonly process: SimulatedProcess;
  readonly receiverFor: (headerValue: string) => Receiver;
}

const pathOf = (url: string): string => new URL(url).pathname;

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export const createPartnerSite = (options: PartnerSiteOptions): PartnerSite => {
  const { name, dice, sky, trace } = options;
  let mood: SiteMood = { type: 'fine' };
  let expected = options.headerValue;
  let expectedNext: string | undefined;
  let started = 0;

  /** Works a while, and acts; now and then it fails before the effect, or takes longer than anybody waits. */
  const handle = async (
    process: SimulatedProcess,
    desk: Desk,
    { bookingId, kind, token }: { bookingId: number; kind: 'create' | 'cancel'; token: string },
  ): Promise<void> => {
    const isTroubled = dice.chance(sky.now().handlerTrouble);
    await process.clock.sleep(isTroubled ? dice.between(5_000, 45_000) : dice.between(0, 200));
    if (isTroubled && dice.chance(0.5)) throw new Error('the handler fails');
    await desk.act({ bookingId, kind, token });
    trace.note(process.name, () => `EFFECT ${bookingId}:${kind}`);
  };

  const startReplica = (): Replica => {
    started += 1;
    const process = options.startProcess(`${name}-${started}`);
    const desk = options.deskOf(process);
    const create = (headerValue: string): Receiver =>
      createReceiver({
        auth: { headerKey, headerValue },
        store: desk.store,
        clock: process.clock,
        onEvent: options.onEvent,
        createPath: '/created',
        cancelPath: '/cancelled',
        onCreate: (notice) => handle(process, desk, notice),
        onCancel: (notice) => handle(process, desk, notice),
      });
    const receivers = new Map<string, Receiver>();
    const receiverFor = (headerValue: string): Receiver => {
      const receiver = receivers.get(headerValue) ?? create(headerValue);
      receivers.set(headerValue, receiver);
      return receiver;
    };
    return { process, receiverFor };
  };

  const replicas: Replica[] = Array.from({ length: options.replicas }, startReplica);

  const running = (): readonly Replica[] => replicas.filter(({ process }) => process.isAlive());

  const expect = (headerValue: string): void => {
    trace.note(name, () => `expects ${headerValue} from now on`);
    expected = headerValue;
    expectedNext = undefined;
  };

  const receive = (
    { url, headers, body }: OutboundRequest,
    signal: AbortSignal,
    answer: (answer: SiteAnswer) => void,
  ): void => {
    if (mood.type === 'gateway') {
      const { status, retryAfterSeconds: seconds } = mood;
      const more = seconds === undefined ? {} : { 'retry-after': String(seconds) };
      answer({ status, headers: more, body: '' });
      return;
    }
    const [first, ...others] = running();
    if (first === undefined) return;
    const { process, receiverFor } = dice.pick([first, ...others]);
    const receiver = receiverFor(mood.type === 'other_header' ? `not ${expected}` : expected);
    process.reach(0, async () => {
      const request = { method: 'POST', path: pathOf(url), headers: lowerCased(headers), signal };
      const answered = await receiver.handle({ ...request, body: Buffer.from(body) });
      if (answered.status === 401 && expectedNext !== undefined) expect(expectedNext);
      answer(answered);
    });
  };

  return {
    receive,
    isUp: () => mood.type === 'gateway' || running().length > 0,
    processes: () => replicas.map(({ process }) => process),
    setMood: (next) => {
      trace.note(name, () => `is now ${JSON.stringify(next)}`);
      mood = next;
    },
    expect,
    expectAfterRefusal: (headerValue) => {
      expectedNext = headerValue;
    },
    kill: (index) => replicas[index]?.process.kill(),
    start: (index) => {
      if (replicas[index]?.process.isAlive() === false) replicas[index] = startReplica();
    },
    pause: (index) => replicas[index]?.process.pause(),
    resume: (index) => replicas[index]?.process.resume(),
  };
};
