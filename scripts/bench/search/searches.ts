import type { QuoteSearch } from '#service/quotes/quote.js';
import { type City, citiesFor } from './city-catalogue.js';
import type { Random } from './random.js';

/** A day well ahead, written as clients write it. */
const dayOf = (random: Random): string => `2027-05-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;

const searchIn = (city: City, random: Random): QuoteSearch => {
  const lat = (city.lat + (random() - 0.5) * 0.05).toFixed(5);
  const lon = (city.lon + (random() - 0.5) * 0.05).toFixed(5);
  const day = dayOf(random);
  const hour = 8 + Math.floor(random() * 8);
  return {
    q: `coordinates:${lat},${lon} distance:1.5`,
    startTime: `${day}T${String(hour).padStart(2, '0')}:00`,
    endTime: `${day}T${hour + 4}:00`,
  };
};

/** So many searches, each at a place and time of its own. */
export const randomSearches = (size: number, count: number, random: Random): readonly QuoteSearch[] => {
  const cities = citiesFor(size);
  return Array.from({ length: count }, () => {
    const city = cities[Math.floor(random() * cities.length)];
    if (city === undefined) throw new Error('no city to search in');
    return searchIn(city, random);
  });
};

/** The same search as a request line's target, 20 results a page. */
export const targetOf = ({ q = '', startTime = '', endTime = '' }: QuoteSearch): string =>
  `/v4/quotes/?${new URLSearchParams({ q, start_time: startTime, end_time: endTime, per_page: '20' })}`;
