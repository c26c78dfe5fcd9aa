import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeSettings } from '#service/config/summary.js';

const page = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));

const rows = describeSettings().map(
  ({ name, default: initial, description, isSecret }) =>
    `| \`${name}\` | ${initial === '' ? '' : `\`${initial}\``} | ${description}${isSecret ? ' Secret: never printed.' : ''} |`,
);

const text = `# Configuration

Every setting is an environment variable. Unknown \`PARKING_*\` names are refused at start (\`PARKING_TEST_*\` aside), all faults
are listed at once, an empty value means "not set", switches take \`on\`/\`off\`, \`true\`/\`false\`, \`1\`/\`0\`.
This page is made from \`service/src/config/schema.ts\` by \`npm run generate\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;

const isCheck = process.argv.includes('--check');
const isCurrent = (): boolean => {
  try {
    return readFileSync(page, 'utf8') === text;
  } catch {
    return false;
  }
};
if (!isCheck) writeFileSync(page, text);
else if (!isCurrent()) {
  process.stdout.write('docs/configuration.md is out of date: npm run generate\n');
  process.exitCode = 1;
}
