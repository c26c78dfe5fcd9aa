import { cityCatalogue } from './search/city-catalogue.js';
import { createRandom } from './search/random.js';
import { measureFunction, quotesOver } from './search/search-function.js';
import { randomSearches } from './search/searches.js';

const random = createRandom(20261121);
const size = Number(process.argv[2] ?? 20000);
const quotes = quotesOver(cityCatalogue(size, random));
console.log(measureFunction(quotes, randomSearches(size, 20000, random)));
