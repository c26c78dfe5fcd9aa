import type { ApiVersion } from '../../../base/view.js';
import { type CliContext, type Parser, printJson } from '../context.js';

const versions = ['v4', 'v3_1'] as const satisfies readonly ApiVersion[];

/** `openapi`: the API's description, without a service that runs. */
export const addOpenApiCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command(
    'openapi',
    'Print the OpenAPI 3.1 description of the API',
    (command) =>
      command
        .option('api', { choices: versions, default: 'v4', describe: 'Which version of the API' })
        .option('curie', { type: 'string', default: 'svc', describe: 'Prefix of link relations' })
        .example('$0 openapi > openapi.json', 'for a generator of clients')
        .example('$0 openapi --api v3_1', 'the deprecated version'),
    async ({ api, curie }) =>
      printJson(context, await context.describeApi({ version: api === 'v3_1' ? 'v3_1' : 'v4', curie })),
  );
