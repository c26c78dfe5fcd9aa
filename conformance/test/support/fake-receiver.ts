import { createServer } from 'node:http';
import { closeServer, listenOnLoopback, readText } from './tamper-proxy.js';

/** What one receiver does wrong; every member left out is done right. */
export interface ReceiverFlaw {
  /** Takes any header value. */
  readonly isOpen?: boolean;
  readonly acceptedStatus?: number;
  readonly duplicateStatus?: number;
  readonly duplicateBody?: unknown;
  readonly troubleStatus?: number;
  /** Answers this to every notice with the right header, and does nothing. */
  readonly always?: number;
  readonly runsDuplicates?: boolean;
  readonly hasNoEffect?: boolean;
  /** Calls the first notice a duplicate. */
  readonly isEarly?: boolean;
  /** Remembers a notice before its effect, and does not forget it when the effect fails. */
  readonly marksBeforeEffect?: boolean;
  /** Takes a cancel notice for a repeated create notice. */
  readonly ignoresKind?: boolean;
  /** Looks, waits, and only then remembers: notices at the same moment all run. */
  readonly races?: boolean;
}

export interface FakeReceiver {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const fakeHeader = { name: 'X-Partner-Key', value: 'partner-key-of-the-test' } as const;

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

const duplicate = { code: 'duplicate_request' };

/** A receiver with an effects address and a switch for trouble; right unless a flaw is given. */
export async function startFakeReceiver(flaw: ReceiverFlaw = {}): Promise<FakeReceiver> {
  const handled = new Set<string>();
  const effects = new Map<string, number>();
  let isInTrouble = false;

  const runEffect = (key: string): void => {
    if (flaw.hasNoEffect !== true) effects.set(key, (effects.get(key) ?? 0) + 1);
  };
  const repeat = (key: string): Reply => {
    if (flaw.runsDuplicates === true) runEffect(key);
    const status = flaw.duplicateStatus ?? 400;
    return { status, body: status === 400 ? (flaw.duplicateBody ?? duplicate) : {} };
  };
  const handle = async (kind: string, id: number): Promise<Reply> => {
    const key = `${kind}:${id}`;
    const seen = flaw.ignoresKind === true ? `${id}` : key;
    if (flaw.isEarly === true) {
      runEffect(key);
      return { status: 400, body: duplicate };
    }
    if (handled.has(seen)) return repeat(key);
    if (flaw.marksBeforeEffect === true) handled.add(seen);
    if (isInTrouble) {
      isInTrouble = false;
      return { status: flaw.troubleStatus ?? 404 };
    }
    if (flaw.races === true) await new Promise((resolve) => setTimeout(resolve, 20));
    handled.add(seen);
    runEffect(key);
    return { status: flaw.acceptedStatus ?? 202 };
  };
  const notice = async (kind: string, header: string | undefined, text: string): Promise<Reply> => {
    if (flaw.isOpen !== true && header !== fakeHeader.value) return { status: 401 };
    const id = Number(JSON.parse(text).id);
    if (!Number.isInteger(id)) return { status: 404 };
    if (flaw.always !== undefined) return { status: flaw.always };
    return handle(kind, id);
  };
  const route = async (path: string, header: string | undefined, text: string): Promise<Reply> => {
    const [, first = '', kind = '', id = ''] = path.split('/');
    if (first === 'effects') return { status: 200, body: { count: effects.get(`${kind}:${id}`) ?? 0 } };
    if (first === 'trouble') isInTrouble = true;
    return first === 'trouble' ? { status: 204 } : notice(first, header, text);
  };

  const server = createServer((request, response) => {
    const header = request.headers[fakeHeader.name.toLowerCase()];
    void readText(request)
      .then((text) => route(request.url ?? '/', header === undefined ? undefined : String(header), text))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
  });
  const url = await listenOnLoopback(server);
  return { url, close: () => closeServer(server) };
}
