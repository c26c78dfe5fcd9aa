import type { CliContext } from './context.js';
import { CommandError, exitCodes } from './operator-client.js';

/** Where a secret is read from, so that it need not stand on a command line, where histories and process lists show it. */
export interface SecretSource {
  /** The secret itself; `-` for standard input. */
  readonly value?: string | undefined;
  /** Name of an environment variable. */
  readonly fromEnvironment?: string | undefined;
}

/** Without the line's end that comes with it. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

const required = (text: string | undefined, complaint: string): string => {
  if (text !== undefined && text !== '') return text;
  throw new CommandError(complaint, exitCodes.usage);
};

/** The secret; `undefined` where none was named. Throws `CommandError`. */
export const readSecret = async (
  context: Pick<CliContext, 'environment' | 'readInput'>,
  { value, fromEnvironment }: SecretSource,
): Promise<string | undefined> => {
  if (value !== undefined && fromEnvironment !== undefined)
    throw new CommandError('Give the value, or the name of a variable, not both.', exitCodes.usage);
  if (fromEnvironment !== undefined)
    return required(context.environment(fromEnvironment), `The variable ${fromEnvironment} is not set.`);
  if (value === '-')
    return required(withoutLineEnd(await context.readInput()), 'Nothing came on standard input.');
  return value;
};
