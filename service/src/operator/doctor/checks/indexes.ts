import type { Database } from '../../../base/documents.js';
import { type Check, fault, ok, warning } from '../finding.js';

/** Whether every declared index is there, and no other. */
export const checkIndexes = ({ inspect }: Pick<Database, 'inspect'>): Check => ({
  name: 'indexes',
  run: async () => {
    const { missingIndexes, strayIndexes } = await inspect();
    const missing = missingIndexes.map((name) =>
      fault(
        `${name} is missing`,
        'The next start of any process makes it; until then its questions read everything.',
      ),
    );
    const stray = strayIndexes.map((name) =>
      warning(
        `${name} is declared by nobody`,
        'It costs every write: drop it, unless a person of yours made it on purpose.',
      ),
    );
    const findings = [...missing, ...stray];
    return findings.length > 0 ? findings : [ok('all that are declared are there, and no other')];
  },
});
