import { type CliContext, type Parser, printJson } from '../context.js';

export const addOpenApiCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command('openapi', 'Print the OpenAPI 3.1 document of the API', {}, () =>
    printJson(context, context.openApi()),
  );
