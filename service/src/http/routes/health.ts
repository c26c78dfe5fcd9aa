import { Type } from 'typebox';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';

export interface HealthOptions {
  /** Names of the parts that are not ready to serve, such as the database; none when all are. */
  readonly unready: () => Promise<readonly string[]>;
  /** What does not keep it from serving, and somebody should know. */
  readonly notes?: () => readonly string[];
}

/** For whoever runs the service: is the process alive, and may it be sent requests. */
export const createHealthRoutes = ({ unready, notes = () => [] }: HealthOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/healthz',
    operation: 'health.live',
    summary: 'Whether the process is alive.',
    access: 'anyone',
    limit: 'none',
    answer: Type.Object({ status: Type.String() }),
    input: Type.Object({}),
    run: async () => raw(200, { status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    operation: 'health.ready',
    summary: 'Whether the service can answer requests now.',
    access: 'anyone',
    limit: 'none',
    answer: Type.Object({ status: Type.String(), notes: Type.Optional(Type.Array(Type.String())) }),
    input: Type.Object({}),
    run: async () => {
      const names = await unready();
      if (names.length > 0) throw new Problem('service_unavailable', { details: names.join(', ') });
      const noted = notes();
      return raw(200, { status: 'ready', ...(noted.length > 0 && { notes: noted }) });
    },
  }),
];
