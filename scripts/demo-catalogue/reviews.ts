import type { NativeLocation, NativeReview } from '#service/catalogue/import/native/native-schema.js';

type Said = Pick<NativeReview, 'rating' | 'comment' | 'author' | 'reply'>;

/** What drivers who do not exist say of car parks that do not exist. */
const sayings: readonly Said[] = [
  {
    rating: 5,
    author: 'Priya N.',
    comment: 'Straight in, straight out, and five minutes on foot to everything.',
  },
  { rating: 4, author: 'Tom W.', comment: 'Clean and bright. The ramp is narrow for a van.' },
  { rating: 5, author: 'Marta K.', comment: "J'ai trouvé une place tout de suite. Je reviendrai." },
  {
    rating: 2,
    author: 'Jordan',
    comment: 'The scanner at the exit took three tries.',
    reply: 'We have replaced the scanner. Thank you for telling us.',
  },
  { rating: 4, author: 'Lucía R.', comment: '' },
  { rating: 3, author: 'Sam O.', comment: 'Fine for an evening, a little dark on the lowest level.' },
  { rating: 5, author: 'Ingrid', comment: 'The attendant helped me with the charging cable. Lovely.' },
  {
    rating: 1,
    author: 'Dev P.',
    comment: 'I could not find the entrance for a while.',
    reply: 'There are two new signs at the corner now. We hope that you give us another try.',
  },
];

const two = (value: number): string => String(value).padStart(2, '0');

const pick = (index: number): Said => {
  const said = sayings[index % sayings.length];
  if (said === undefined) throw new Error('nothing was said');
  return said;
};

/** Two to four for every second location, always the same ones. */
export const reviewsOf = (locations: readonly NativeLocation[]): readonly NativeReview[] =>
  locations.flatMap((location, index) => {
    if (index % 2 === 1) return [];
    return Array.from({ length: 2 + (index % 3) }, (_, number) => ({
      key: `${location.key}/review/${number + 1}`,
      location: location.key,
      ...pick(index * 3 + number * 5),
      createdAt: `2026-${two(1 + ((index + number * 3) % 10))}-${two(1 + ((index * 7 + number) % 28))}T${two(8 + ((index + number) % 12))}:15`,
    }));
  });
