/** The person who started the run must change something: a flag, the profile, a scenario file. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

/** The target could not be asked: unreachable, not this API, too slow. Exit code 3. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
}

/** A step cannot be taken because something before it gave nothing to go on; its clauses stay unverified. */
export class BlockedStep extends Error {
  override readonly name = 'BlockedStep';
}

/** Text of anything thrown, without a stack. */
export function faultText(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
