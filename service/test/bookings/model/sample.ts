import {
  type Choice,
  choicesAt,
  type Exploration,
  messageOf,
  startWorld,
  take,
  type World,
} from './explore.js';

export interface SampleOptions {
  readonly build: () => World;
  readonly seed: number;
  readonly schedules: number;
  /** Deaths in one schedule. */
  readonly crashes: number;
  /** Stop after this instant (epoch ms). */
  readonly deadline?: number;
}

/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Schedules drawn at random: deeper than an exhaustive search gets, and the same ones for the same seed. */
export const sample = async (options: SampleOptions): Promise<Exploration> => {
  const random = createRandom(options.seed);
  let schedules = 0;
  let states = 0;
  let trace: string[] = [];

  const pick = (world: World, last: Choice | undefined, crashesLeft: number): Choice | undefined => {
    const choices = choicesAt(world, last, crashesLeft);
    return choices[Math.floor(random() * choices.length)];
  };

  const runOne = async (): Promise<void> => {
    const world = await startWorld(options.build);
    let crashesLeft = options.crashes;
    trace = [];
    let choice = pick(world, undefined, 0);
    for (; choice !== undefined; choice = pick(world, choice, crashesLeft)) {
      if (typeof choice === 'string') crashesLeft -= 1;
      trace.push(await take(world, choice));
      world.check();
      states += 1;
    }
    trace.push('recovery');
    await world.finish();
  };

  const result = (failure?: Exploration['failure']): Exploration => ({
    states,
    schedules,
    endings: schedules,
    isComplete: failure === undefined && schedules === options.schedules,
    failure,
  });

  while (schedules < options.schedules && Date.now() < (options.deadline ?? Number.POSITIVE_INFINITY)) {
    schedules += 1;
    try {
      await runOne();
    } catch (error) {
      return result({ message: messageOf(error), schedule: trace });
    }
  }
  return result();
};
