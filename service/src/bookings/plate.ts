import { Problem } from '../base/problem.js';

/** Letters and digits of any script, with the marks that stand between them on plates. */
const plateCharacters = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .·-]*$/u;
const longestPlate = 20;

/** A plate as given, without blanks around it; `null` where none was given. Throws for what cannot be one. */
export const readPlate = (text: string | undefined): string | null => {
  const plate = text?.trim() ?? '';
  if (plate === '') return null;
  if (plate.length <= longestPlate && plateCharacters.test(plate)) return plate;
  throw new Problem('request_parameter_invalid', {
    fields: ['plate_number'],
    details: `a plate has letters and digits, at most ${longestPlate}`,
  });
};
