import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readText } from './tamper-proxy.js';

export interface FakeRequest {
  readonly method: string;
  /** Below `/v4`, without a slash at the end. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Query and form together. */
  readonly given: ReadonlyMap<string, string>;
  readonly json: unknown;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const text = await readText(incoming);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
  const isJson = (incoming.headers['content-type'] ?? '').includes('json');
  const form = isJson ? new URLSearchParams() : new URLSearchParams(text);
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: incoming.method ?? 'GET',
    path: pathname.replace(/^\/v4/, '').replace(/\/$/, ''),
    headers,
    given: new Map([...form, ...searchParams]),
    json,
  };
}

export function errorAnswer(status: number, code: string, fields?: readonly string[]): FakeAnswer {
  const error = { code, uuid: randomUUID(), status, message: 'That did not work.' };
  return { status, body: { errors: [fields === undefined ? error : { ...error, fields }] } };
}
