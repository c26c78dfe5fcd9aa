import { Type } from 'typebox';
import { minuteMs } from '../../../base/durations.js';
import type { Locale, Translated } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import type { PurchaseOption } from '../../../quotes/quote.js';

export const cancellableSchema = Type.Object({
  cancellable_now: Type.Boolean(),
  code: Type.Enum(['cancellable_until_start_time', 'cancellable_until_before_start_time', 'not_cancellable']),
  message: Type.String(),
});

const english = (text: string) => ({ 'en-US': text, 'en-CA': text });
const untilStart: Translated = {
  ...english('Free cancellation until the start of the reservation'),
  'fr-CA': "Annulation gratuite jusqu'au début de la réservation",
};
const ended: Translated = {
  ...english('The time of free cancellation has ended'),
  'fr-CA': "La période d'annulation gratuite est terminée",
};
const never: Translated = {
  ...english('This reservation cannot be cancelled'),
  'fr-CA': 'Cette réservation ne peut pas être annulée',
};

const units = [
  { minutes: 1440, english: 'day', french: 'jour' },
  { minutes: 60, english: 'hour', french: 'heure' },
  { minutes: 1, english: 'minute', french: 'minute' },
] as const;

/** So many minutes in the largest unit that they fill. */
const lengthText = (minutes: number, locale: Locale): string => {
  const unit = units.find((candidate) => minutes % candidate.minutes === 0) ?? units[2];
  const count = minutes / unit.minutes;
  return `${count} ${locale === 'fr-CA' ? unit.french : unit.english}${count === 1 ? '' : 's'}`;
};

const untilBefore = (minutes: number, locale: Locale): string =>
  locale === 'fr-CA'
    ? `Annulation gratuite jusqu'à ${lengthText(minutes, locale)} avant le début de la réservation`
    : `Free cancellation until ${lengthText(minutes, locale)} before the start of the reservation`;

type Deadline = Pick<PurchaseOption, 'cancellableUntil' | 'isCancellableNow' | 'start'>;

const written = (isNow: boolean, code: string, message: string): JsonText =>
  `{"cancellable_now":${isNow},"code":"${code}","message":${JSON.stringify(message)}}`;

/** Until when one may cancel, as the code says it to programs and the message to people. */
export const cancellableStatus = (
  { cancellableUntil: until, isCancellableNow: isNow, start }: Deadline,
  { locale }: View,
): JsonText => {
  if (until === undefined) return written(false, 'not_cancellable', never[locale]);
  if (until === start)
    return written(isNow, 'cancellable_until_start_time', (isNow ? untilStart : ended)[locale]);
  const message = isNow ? untilBefore((start - until) / minuteMs, locale) : ended[locale];
  return written(isNow, 'cancellable_until_before_start_time', message);
};
