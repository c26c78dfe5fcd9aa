import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface ChildServer {
  readonly port: number;
  /** Processor time of the process so far. */
  readonly cpuMicroseconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const numberFrom = async (child: ChildProcess, name: string): Promise<number> => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('a server of the benchmark has ended by itself');
  });
  try {
    const [message]: readonly unknown[] = await Promise.race([once(child, 'message', { signal }), ended]);
    const value = typeof message === 'object' && message !== null ? Object.entries(message) : [];
    const found = value.find(([key]) => key === name)?.[1];
    if (typeof found !== 'number') throw new Error(`a server of the benchmark did not tell its ${name}`);
    return found;
  } finally {
    stopped.abort();
    ended.catch(() => undefined);
  }
};

/** Starts one of the two servers in a process of its own. */
export const startChildServer = async (args: readonly (string | number)[]): Promise<ChildServer> => {
  const child = fork(new URL('./server-process.js', import.meta.url), args.map(String));
  const port = await numberFrom(child, 'port');
  return {
    port,
    cpuMicroseconds: () => {
      child.send('cpu');
      return numberFrom(child, 'cpuMicroseconds');
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
};
