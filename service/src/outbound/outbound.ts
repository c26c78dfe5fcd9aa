export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, connecting and reading the body included. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
}

/** Every way an exchange can end; nothing is thrown. */
export type OutboundOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly isBodyCut: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'timeout' | 'dns' | 'connection' | 'tls' | 'blocked_address' | 'bad_url' | 'protocol';
      readonly detail: string;
      readonly durationMs: number;
    };

/** POSTs to a partner; the only way out of the service. */
export type Post = (request: OutboundRequest) => Promise<OutboundOutcome>;
