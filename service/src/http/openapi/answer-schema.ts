import type { AnyRoute } from '../../base/route.js';
import { type Part, ref } from './parts.js';

const stats: Part = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };
const timestamp: Part = { type: 'string', format: 'date-time' };

const pageLinks: Part = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { href: { type: 'string' } } },
};

/** What `envelope=true` puts round the data. */
const enveloped = (data: Part, extras: AnyRoute['envelopeExtras'] = {}): Part => ({
  type: 'object',
  required: ['status', 'record_count', 'start_timestamp', 'end_timestamp', 'time_taken', 'data'],
  properties: {
    status: { type: 'integer' },
    record_count: { type: 'integer' },
    start_timestamp: timestamp,
    end_timestamp: timestamp,
    time_taken: { type: 'number', description: 'Seconds.' },
    data,
    ...extras,
    _links: pageLinks,
  },
});

const payload = (row: AnyRoute, record: Part): Part =>
  row.isList === true || row.isArray === true ? { type: 'array', items: record } : record;

/** What a row answers when all went well; `undefined` where there is no body. */
export const answerSchema = (row: AnyRoute): Part | undefined => {
  if (row.success === 204) return undefined;
  if (row.shows === undefined) return { ...row.answer };
  if (row.onlyStats === true) return { anyOf: [stats, enveloped(stats)] };
  const data = payload(row, ref('schemas', row.shows.kind));
  const forms = [data, enveloped(data, row.envelopeExtras)];
  return { anyOf: row.isList === true ? [...forms, stats, enveloped(stats)] : forms };
};
