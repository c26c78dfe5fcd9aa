import { searchFault } from './search-fault.js';

const longestWords = 500;

/** The words of a parameter between blanks or commas, in lower case. Throws `Problem` for more than anybody needs. */
export const readWords = (field: string, text = ''): readonly string[] => {
  if (text.length > longestWords) throw searchFault(field, 'too long');
  return text
    .toLowerCase()
    .split(/[ ,]/)
    .filter((word) => word !== '');
};
