import { type ProblemEntry, problems } from '#service/base/problem-catalogue.js';
import { generate } from './generated-file.js';

const row = ([code, { status, message }]: readonly [string, ProblemEntry]): string =>
  `| \`${code}\` | ${status} | ${message['en-US']} | ${message['fr-CA']} |`;

const text = `# Errors

An unsuccessful answer is a JSON object with \`status\`, \`message\` and \`errors\`, a list of
\`{code, uuid, status, message, details?, fields?}\`. \`code\` is for programs, \`message\` may be shown to users (in the locale of
\`X-Language-Locale\`), \`details\` is for debugging and may change, \`fields\` names the invalid parameters, and \`uuid\` is in our log.
Errors are never enveloped. A 401 carries a \`WWW-Authenticate: Bearer\` challenge (RFC 6750).

Token endpoints answer \`{error, error_description}\` as RFC 6749 has it: \`invalid_client\` is 401, \`invalid_request\`,
\`invalid_grant\`, \`unauthorized_client\`, \`unsupported_grant_type\` and \`invalid_scope\` are 400.

This page is made from \`service/src/base/problem-catalogue.ts\`.

| Code | Status | Message (en-US, en-CA) | Message (fr-CA) |
|---|---|---|---|
${Object.entries(problems).map(row).join('\n')}
`;

generate('docs/errors.md', text);
