import type { Environment } from '../profile/load.js';

/** A stream that text goes to; a terminal says how wide it is. */
export interface TextStream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What the command line has from its process. */
export interface Surroundings {
  readonly environment: Environment;
  readonly out: TextStream;
  readonly progress: TextStream;
  readonly onInterrupt: (stop: () => void) => void;
}
