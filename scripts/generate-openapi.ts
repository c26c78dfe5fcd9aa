// The examples are part of the description, so they are made first.
import './generate-openapi-examples.js';
import { describeApi } from '#service/app/describe-api.js';
import { generate } from './generated-file.js';

const description = await describeApi({ version: 'v4', curie: 'svc' });

generate('docs/openapi.json', `${JSON.stringify(description, null, 2)}\n`);
