import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../../processes/announced-process.js';

export type SinkKind = 'bare' | 'http' | 'stamping' | 'hanging';

export interface Sink {
  readonly port: number;
  readonly end: () => Promise<void>;
}

/** A partner in a process of its own. */
export const startSink = async (kind: SinkKind): Promise<Sink> => {
  const file = fileURLToPath(new URL('./sink.js', import.meta.url));
  const { announced, end } = await startAnnounced(file, [kind], process.env);
  return { port: Number(announced['port']), end };
};

/** A partner for as long as the work takes; it is given the port. */
export const withSink = async <T>(kind: SinkKind, work: (port: number) => Promise<T>): Promise<T> => {
  const sink = await startSink(kind);
  try {
    return await work(sink.port);
  } finally {
    await sink.end();
  }
};
