/** Open from one minute of a local day to another, `toMinute` past 1440 where it closes after midnight; ISO weekday, 1 Monday. */
export interface OpenInterval {
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** When one may drive in, in the location's own zone; a day without an interval is closed. */
export type OperatingHours =
  | { readonly alwaysOpen: true }
  | { readonly alwaysOpen: false; readonly intervals: readonly OpenInterval[] };

/** A shuttle that leaves every so many minutes on these weekdays. */
export interface ShuttleTime extends Omit<OpenInterval, 'weekday'> {
  readonly weekdays: readonly number[];
  readonly everyMinutes: number;
}
