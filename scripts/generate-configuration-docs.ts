import { describeSettings } from '#service/config/summary.js';
import { generate } from './generated-file.js';

const rows = describeSettings().map(
  ({ name, default: initial, description, isSecret }) =>
    `| \`${name}\` | ${initial === '' ? '' : `\`${initial}\``} | ${description}${isSecret ? ' Secret: never printed.' : ''} |`,
);

const text = `# Configuration

Every setting is an environment variable. Unknown \`PARKING_*\` names are refused at start (\`PARKING_TEST_*\`,
\`PARKING_CONFORMANCE_*\` and \`PARKING_KIT_*\` aside), all faults
are listed at once, an empty value means "not set", switches take \`on\`/\`off\`, \`true\`/\`false\`, \`1\`/\`0\`.
This page is made from \`service/src/config/schema.ts\` by \`npm run generate\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;

generate('docs/configuration.md', text);
