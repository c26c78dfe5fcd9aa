import { type Check, ok, warning } from '../finding.js';

/** Whether the documents are as this version reads them. */
export const checkUpgrades = (pending: () => Promise<readonly string[]>): Check => ({
  name: 'upgrade steps',
  run: async () => {
    const names = await pending();
    if (names.length === 0) return [ok('all made')];
    return names.map((name) =>
      warning(`"${name}" has not been made`, 'The next start makes it; take a backup of the data first.'),
    );
  },
});
