import type { Dice } from './dice.js';

/** Simulated time, and everything that is going to happen in it. */
export interface Scheduler {
  /** The true time, epoch ms: whole milliseconds. */
  readonly now: () => number;
  /** Runs it after so long; what falls on one instant runs in an order drawn from the seed. Returns the cancel function. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Lets things happen until the condition holds; false where nothing is left or the time is over first. */
  readonly runUntil: (isOver: () => boolean, limitMs: number) => Promise<boolean>;
}

interface Task {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

const isBefore = (left: Task, right: Task): boolean =>
  left.at === right.at ? left.order < right.order : left.at < right.at;

/** A binary heap; `take` gives the task that comes first. */
const createTaskHeap = () => {
  const heap: Task[] = [];

  const swap = (left: number, right: number): void => {
    const [a, b] = [heap[left], heap[right]];
    if (a === undefined || b === undefined) return;
    heap[left] = b;
    heap[right] = a;
  };

  const isOrdered = (upper: number, lower: number): boolean => {
    const [a, b] = [heap[upper], heap[lower]];
    return a === undefined || b === undefined || isBefore(a, b);
  };

  const rise = (from: number): void => {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (isOrdered(parent, index)) return;
      swap(parent, index);
      index = parent;
    }
  };

  const sink = (): void => {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const child = left + 1 < heap.length && isOrdered(left + 1, left) ? left + 1 : left;
      if (child >= heap.length || isOrdered(index, child)) return;
      swap(index, child);
      index = child;
    }
  };

  return {
    add: (task: Task): void => {
      heap.push(task);
      rise(heap.length - 1);
    },
    first: (): Task | undefined => heap[0],
    take: (): Task | undefined => {
      swap(0, heap.length - 1);
      const task = heap.pop();
      sink();
      return task;
    },
  };
};

/** Promises that can go on have gone on when this resolves: they all come before the next turn of the event loop. */
const comeToRest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One task at a time, and all code under test at rest in between: nothing depends on the machine it runs on. */
export const createScheduler = (dice: Dice, start: number): Scheduler => {
  const tasks = createTaskHeap();
  let now = start;

  const nextUntil = (until: number): Task | undefined => {
    const first = tasks.first();
    return first === undefined || first.at > until ? undefined : tasks.take();
  };

  return {
    now: () => now,
    after: (delayMs, run) => {
      const task: Task = { at: now + Math.max(0, Math.round(delayMs)), order: dice.random(), run };
      tasks.add(task);
      return () => {
        task.run = undefined;
      };
    },
    runUntil: async (isOver, limitMs) => {
      const until = now + limitMs;
      await comeToRest();
      while (!isOver()) {
        const task = nextUntil(until);
        if (task === undefined) return false;
        if (task.run === undefined) continue;
        now = task.at;
        task.run();
        await comeToRest();
      }
      return true;
    },
  };
};
