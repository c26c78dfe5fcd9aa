import type { FakeAnswer, FakeRequest } from './fake-http.js';

/** What one sender does wrong; every member left out is done right. */
export interface SenderFlaw {
  readonly headers?: (attempt: number, right: Record<string, string>) => Record<string, string>;
  readonly body?: (id: number, attempt: number) => unknown;
  readonly method?: string;
  /** Statuses after which it sends again, in place of 404 alone. */
  readonly repeats?: (status: number, attempt: number) => boolean;
  readonly isSilent?: (kind: string) => boolean;
  /** Further paths it posts each notice to. */
  readonly alsoTo?: string;
}

export interface FakeSender {
  readonly register: (request: FakeRequest) => FakeAnswer;
  readonly notify: (kind: 'create' | 'cancel', id: number) => void;
  readonly stop: () => void;
}

const retryMs = 15;
/** A wrong sender that never stops would outlive its test. */
const mostAttempts = 6;

/** Sends notices as the document says, with one flaw if given. */
export function createFakeSender(flaw: SenderFlaw = {}): FakeSender {
  const endpoint = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const repeats = flaw.repeats ?? ((status) => status === 404);
  const send = async (kind: string, id: number, attempt: number): Promise<void> => {
    const base = endpoint.get('url') ?? '';
    const right = { [endpoint.get('header_name') ?? 'x']: endpoint.get('header_value') ?? '' };
    const headers = { ...(flaw.headers?.(attempt, right) ?? right), 'content-type': 'application/json' };
    const body = JSON.stringify(flaw.body?.(id, attempt) ?? { id });
    const options = { method: flaw.method ?? 'POST', headers, body };
    if (flaw.alsoTo !== undefined) await fetch(`${base}${flaw.alsoTo}`, options).catch(() => undefined);
    const answer = await fetch(`${base}${endpoint.get(`${kind}_path`)}`, options).catch(() => undefined);
    if (isStopped || attempt >= mostAttempts || !repeats(answer?.status ?? 0, attempt)) return;
    const timer = setTimeout(() => void send(kind, id, attempt + 1), retryMs);
    timers.add(timer);
  };
  return {
    register: ({ json }) => {
      for (const [name, value] of Object.entries(json ?? {})) endpoint.set(name, String(value));
      return { status: 204 };
    },
    notify: (kind, id) => {
      if (endpoint.size > 0 && flaw.isSilent?.(kind) !== true) void send(kind, id, 1);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
