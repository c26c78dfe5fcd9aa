import { readFileSync } from 'node:fs';
import type { Part } from './parts.js';

const file = new URL('../../../../data/openapi-examples.json', import.meta.url);

/** What v4 answered to one good request of each operation; written by `npm run generate`. */
export const realAnswers = (): Part => JSON.parse(readFileSync(file, 'utf8'));
