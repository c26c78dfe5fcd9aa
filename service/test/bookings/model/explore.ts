import { createHash } from 'node:crypto';
import type { Actor } from './actor.js';

/** One run of a scenario, fresh from its start. */
export interface World {
  readonly actors: readonly Actor[];
  /** Everything outside the actors: the store and the clock. */
  readonly state: () => string;
  /** Throws when what must always hold does not. */
  readonly check: () => void;
  /** Lets janitors and pumps put things right, then throws when what must hold in the end does not. */
  readonly finish: () => Promise<void>;
}

/** The next step of an actor, or its death. */
export type Choice = number | `crash ${number}`;

export interface ExploreOptions {
  readonly build: () => World;
  /** Deaths in one schedule. */
  readonly crashes: number;
  /** How often a schedule may turn to another actor although the one before could go on; absent: as often as it likes. */
  readonly switches?: number;
  /** Stop after so many states or this time (epoch ms); the result then says it is incomplete. */
  readonly maximumStates?: number;
  readonly deadline?: number;
}

export interface Exploration {
  readonly states: number;
  readonly schedules: number;
  readonly endings: number;
  readonly isComplete: boolean;
  readonly failure: { readonly message: string; readonly schedule: readonly string[] } | undefined;
}

const isCrash = (choice: Choice): choice is `crash ${number}` => typeof choice === 'string';
const actorOf = (choice: Choice): number => (isCrash(choice) ? Number(choice.slice(6)) : choice);

export const take = async (world: World, choice: Choice): Promise<string> => {
  const actor = world.actors[actorOf(choice)];
  if (actor === undefined) throw new Error('no such actor');
  const words = `${actor.name}: ${isCrash(choice) ? 'dies before ' : ''}${actor.pending()}`;
  if (isCrash(choice)) actor.crash();
  else await actor.step();
  return words;
};

export const startWorld = async (build: () => World): Promise<World> => {
  const world = build();
  for (const actor of world.actors) await actor.start();
  return world;
};

/** A branch of the search: what has been done, and how often it turned away from an actor that could have gone on. */
interface Branch {
  readonly path: readonly Choice[];
  readonly turns: number;
}

/** A death is no turn. */
const isTurn = (world: World, last: Choice | undefined, next: Choice): boolean => {
  if (last === undefined || isCrash(next) || actorOf(last) === next) return false;
  return world.actors[actorOf(last)]?.pending() !== undefined;
};

/**
 * Where a death can make a difference: before anything was done, and right after a write. Any later one, before the
 * next write, leaves the same behind: the dead do nothing, and reading leaves no trace.
 */
const deathsAt = (world: World, last: Choice | undefined): readonly Choice[] => {
  if (last === undefined) return world.actors.map((_, index): Choice => `crash ${index}`);
  const actor = world.actors[actorOf(last)];
  const isWriter = !isCrash(last) && actor?.pending() !== undefined && actor.hasJustWritten();
  return isWriter ? [`crash ${last}`] : [];
};

export const choicesAt = (world: World, last: Choice | undefined, crashesLeft: number): readonly Choice[] => {
  const alive = world.actors.flatMap((actor, index) => (actor.pending() === undefined ? [] : [index]));
  return crashesLeft > 0 ? [...alive, ...deathsAt(world, last)] : alive;
};

const fingerprint = (world: World, bounds: readonly unknown[]): string => {
  const text = [world.state(), ...world.actors.map((actor) => actor.memory()), ...bounds].join('\n');
  return createHash('sha1').update(text).digest('base64');
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Every schedule of the actors, depth first, each state visited once. A state is the store, the clock and what each
 * actor has seen; there is no copying a promise, so a schedule is run again from its start after every turn back.
 */
export const explore = async (options: ExploreOptions): Promise<Exploration> => {
  const { build, crashes, switches = Number.POSITIVE_INFINITY } = options;
  const { maximumStates = Number.POSITIVE_INFINITY, deadline = Number.POSITIVE_INFINITY } = options;
  const visited = new Set<string>();
  const deaths = new Set<string>();
  const endings = new Set<string>();
  const waiting: Branch[] = [{ path: [], turns: 0 }];
  let schedules = 0;
  let trace: string[] = [];

  const replay = async (path: readonly Choice[]): Promise<World> => {
    const world = await startWorld(build);
    trace = [];
    for (const choice of path) trace.push(await take(world, choice));
    return world;
  };

  const finish = async (world: World): Promise<void> => {
    const ending = world.state();
    if (endings.has(ending)) return;
    endings.add(ending);
    trace.push('recovery');
    await world.finish();
  };

  const branchesOf = (world: World, { path, turns }: Branch): readonly Branch[] =>
    choicesAt(world, path.at(-1), crashes - path.filter(isCrash).length)
      .map((choice) => ({
        path: [...path, choice],
        turns: turns + Number(isTurn(world, path.at(-1), choice)),
      }))
      .filter((next) => next.turns <= switches);

  /** Ways on from here that were not taken before; deaths count by themselves, as they depend on who stepped last. */
  const fresh = (world: World, branch: Branch): readonly Branch[] => {
    const { path, turns } = branch;
    const boundsOfTurns = switches === Number.POSITIVE_INFINITY ? [] : [turns, actorOf(path.at(-1) ?? -1)];
    const state = fingerprint(world, [crashes - path.filter(isCrash).length, ...boundsOfTurns]);
    const isNew = !visited.has(state);
    visited.add(state);
    return branchesOf(world, branch).filter((next) => {
      const choice = next.path.at(-1) ?? 0;
      if (!isCrash(choice)) return isNew;
      const isNewDeath = !deaths.has(`${state} ${choice}`);
      deaths.add(`${state} ${choice}`);
      return isNewDeath;
    });
  };

  const hasEnded = (world: World): boolean => world.actors.every((actor) => actor.pending() === undefined);

  const follow = async (start: Branch): Promise<void> => {
    const world = await replay(start.path);
    world.check();
    let branch: Branch | undefined = start;
    while (branch !== undefined && !hasEnded(world)) {
      const [first, ...others]: readonly Branch[] = fresh(world, branch);
      waiting.push(...others);
      if (first !== undefined) trace.push(await take(world, first.path.at(-1) ?? 0));
      world.check();
      branch = first;
    }
    if (hasEnded(world)) await finish(world);
  };

  const result = (isComplete: boolean, failure?: Exploration['failure']): Exploration => ({
    states: visited.size,
    schedules,
    endings: endings.size,
    isComplete,
    failure,
  });

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (visited.size >= maximumStates || Date.now() > deadline) return result(false);
    schedules += 1;
    try {
      await follow(next);
    } catch (error) {
      return result(false, { message: messageOf(error), schedule: trace });
    }
  }
  return result(true);
};
