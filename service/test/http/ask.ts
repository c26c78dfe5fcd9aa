import { request as httpRequest } from 'node:http';

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  /** Without those that differ each time (`Date`) or belong to the connection. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly text: string;
}

const passing = ['date', 'connection', 'keep-alive'];

/** Sends a request and reads the answer's bytes as they come. */
export const ask = (url: string, { method = 'GET', headers = {}, body }: Question = {}): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers, agent: false };
    const request = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !passing.includes(name));
        const bytes = Buffer.concat(chunks);
        const status = response.statusCode ?? 0;
        resolve({ status, headers: Object.fromEntries(kept), bytes, text: bytes.toString('utf8') });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
