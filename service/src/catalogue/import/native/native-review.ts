import { locationId, reviewId } from '../../../base/ids.js';
import { instantAt, parseWrittenTime } from '../../../base/zoned-time.js';
import { cleanText } from '../../clean-text.js';
import { built, type Draft } from '../draft.js';
import type { NativeEntry } from './native-file.js';
import type { NativeReview } from './native-schema.js';

/** Word by word, so that no text makes it slow. */
const isAddress = (word: string): boolean => {
  const at = word.indexOf('@');
  return at > 0 && word.indexOf('.', at) > at + 1;
};

const removed = '[e-mail removed]';

const withoutAddresses = (text: string): string =>
  cleanText(text, 5000)
    .split(' ')
    .map((word) => (isAddress(word) ? removed : word))
    .join(' ');

/** A review of a location of the same file. Throws `ImportFault` for an author that is an address, and for a time that is none. */
export const nativeReviewDraft = (entry: NativeEntry<NativeReview>, timezone: string): Draft => {
  const { stated, tally, refuse } = entry;
  const author = cleanText(stated.author, 60);
  if (author.includes('@')) throw refuse('/author', 'an e-mail address is no name to show');
  const written = parseWrittenTime(stated.createdAt);
  if (written === undefined) throw refuse('/createdAt', `there is no ${stated.createdAt}`);
  const createdAt = instantAt(written, timezone, true);
  const comment = withoutAddresses(stated.comment ?? '');
  const reply = stated.reply === undefined ? undefined : withoutAddresses(stated.reply);
  if ([comment, reply ?? ''].some((text) => text.includes(removed))) tally.noted('email_removed', stated.key);
  return {
    kind: 'review',
    identity: stated.key,
    label: stated.key,
    tally,
    build: ({ id, numberOf }) =>
      built({
        kind: 'review',
        body: {
          id: reviewId(id),
          locationId: locationId(numberOf('location', stated.location)),
          rating: stated.rating,
          comment,
          author,
          createdAt,
          ...(reply === undefined ? {} : { reply }),
        },
      }),
  };
};
