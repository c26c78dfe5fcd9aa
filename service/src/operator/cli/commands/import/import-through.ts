import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ImportArguments } from '../../../../catalogue/import/import-report.js';
import { renderReport } from '../../../../catalogue/import/render-report.js';
import { CommandError, exitCodes, type OperatorClient } from '../../operator-client.js';

const reasons = Type.Array(
  Type.Object({ reason: Type.String(), count: Type.Number(), examples: Type.Array(Type.String()) }),
);

const report = Compile(
  Type.Object({
    changes: Type.Number(),
    files: Type.Array(
      Type.Object({
        file: Type.String(),
        read: Type.Number(),
        imported: Type.Number(),
        updated: Type.Number(),
        unchanged: Type.Number(),
        skipped: reasons,
        noted: reasons,
      }),
    ),
  }),
);

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.usage,
    );
  }
};

const readMapping = async (path: string): Promise<unknown> => {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.usage,
    );
  }
};

/** Sends the files to a running service; answers the report as it is to be printed. */
export const importThrough = async (client: OperatorClient, args: ImportArguments): Promise<string> => {
  const { files, json, mapping, ...defaults } = args;
  const sent = await Promise.all(
    files.map(async (path) => ({ name: basename(path), text: await readText(path) })),
  );
  const answer = await client.call('POST', '/imports', {
    files: sent,
    defaults,
    ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
  });
  if (!report.Check(answer))
    throw new CommandError(
      'The service answered something else than a report. Is it the same version?',
      exitCodes.unreachable,
    );
  return json === true ? `${JSON.stringify(answer, null, 2)}\n` : renderReport(answer);
};
