import type { LocalText } from '../base/locale.js';

/** A rate as it is posted at the entrance; it is shown, not sold. */
export interface PostedRate {
  readonly label: LocalText;
  /** Minor units of the location's currency; absent where only the text says it. */
  readonly priceMinor?: number;
  /** The stays that it holds for, in minutes. */
  readonly fromMinutes?: number;
  readonly toMinutes?: number;
  readonly text?: LocalText;
}
