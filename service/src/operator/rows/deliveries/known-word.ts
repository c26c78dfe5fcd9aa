import { Problem } from '../../../base/problem.js';

/** The word of a closed list; throws `request_parameter_invalid` naming the field and the list for any other. */
export const knownWord = <Word extends string>(field: string, known: readonly Word[], text: string): Word => {
  const word = known.find((each) => each === text);
  if (word !== undefined) return word;
  throw new Problem('request_parameter_invalid', {
    fields: [field],
    details: `${field} is one of ${known.join(', ')}`,
  });
};
