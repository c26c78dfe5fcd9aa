export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, connecting and reading the body included. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
}

/** Why no answer was had; `detail` beside it names the system's own code. */
export type FailureReason =
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'blocked_address'
  | 'bad_url'
  | 'bad_header'
  | 'protocol';

/**
 * Every way an exchange can end; nothing is thrown. `answered` as soon as a status was read: an answer whose body did not
 * end in time, was too long or broke off has `isBodyCut`.
 */
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
      readonly reason: FailureReason;
      readonly detail: string;
      readonly durationMs: number;
    };

/** POSTs to a partner; the only way out of the service. */
export type Post = (request: OutboundRequest) => Promise<OutboundOutcome>;
