import { goodContent, goodRequestOf } from '#service-test/http/good-requests.js';
import { openStage } from '#service-test/http/stage.js';
import { generate } from './generated-file.js';

/** Addresses in the examples begin with this, not with the port of today. */
const host = 'parking.example';

const stage = await openStage({ content: goodContent });
const answers: Record<string, unknown> = {};
for (const { operation, method } of stage.rows) {
  const { path, sent } = await goodRequestOf(operation, stage);
  const { body } = await stage.server.send(`/v4${path}`, { ...sent, method, headers: { host } });
  if (body !== undefined) answers[operation] = body;
}
await stage.close();

generate('service/data/openapi-examples.json', `${JSON.stringify(answers, null, 2)}\n`);
