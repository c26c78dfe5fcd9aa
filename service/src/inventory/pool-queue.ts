/** Runs tasks of one key one after the other, tasks of different keys side by side. */
export type PoolQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** Without it, callers of one process would spend their time missing each other's compare-and-set. */
export const createPoolQueue = (): PoolQueue => {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const before = tails.get(key);
    const result = before === undefined ? task() : before.then(task, task);
    tails.set(key, result);
    const leave = (): void => {
      if (tails.get(key) === result) tails.delete(key);
    };
    result.then(leave, leave);
    return result;
  };
};
