import { describeApi } from '#service/app/describe-api.js';
import { generate } from './generated-file.js';

const description = await describeApi({ version: 'v4', curie: 'svc' });

generate('docs/openapi.json', `${JSON.stringify(description, null, 2)}\n`);
