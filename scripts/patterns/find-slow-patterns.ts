import { isSafePattern } from 'redos-detector';
import type { FoundPattern } from './read-patterns.js';

/** A matcher that goes back at most so often, however long the text, is linear in it. */
const maxBacktracks = 50;
const maxSteps = 20_000;

const isLinear = ({ source, flags }: FoundPattern): boolean =>
  isSafePattern(source, {
    maxScore: maxBacktracks,
    maxSteps,
    unicode: flags.includes('u'),
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
  }).safe;

/** The patterns that some text could make backtrack without bound, as `file: pattern`. */
export const findSlowPatterns = (patterns: readonly FoundPattern[]): readonly string[] =>
  patterns.filter((pattern) => !isLinear(pattern)).map(({ file, source }) => `${file}: ${source}`);
