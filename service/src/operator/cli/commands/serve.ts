import type { CliContext, Parser, ServeMode } from '../context.js';

const modes: Readonly<Record<ServeMode, string>> = {
  serve: 'Start the API and the dispatcher',
  api: 'Start the API alone (the notices wait for a worker)',
  worker: 'Start the dispatcher alone',
};

/** `serve`, `api` and `worker`; with `--json` the first line says where it listens. */
export const addServeCommands = (parser: Parser, context: CliContext): Parser => {
  const add = (commands: Parser, mode: ServeMode): Parser =>
    commands.command(
      mode,
      modes[mode],
      (command) => command.example(`PARKING_PORT=0 $0 ${mode} --json`, 'pick a free port and say so in JSON'),
      async (options) => context.serve(mode, context.settings(), options.json),
    );
  return add(add(add(parser, 'serve'), 'api'), 'worker');
};
