export type ObservationOutcome =
  | 'passed'
  | 'failed'
  | 'not applicable'
  | 'not verified'
  | 'environment'
  | 'harness fault';

/** What one assertion of one step said about one clause. */
export interface Observation {
  readonly clause: string;
  readonly scenario: string;
  readonly step: string;
  readonly says: string;
  readonly outcome: ObservationOutcome;
  readonly expected?: string;
  readonly actual?: string;
  readonly reason?: string;
  readonly exchanges?: readonly number[];
}
