#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { ReceiverOptionsError } from '../receiver/options.js';
import { type ListenCommand, readCommand } from './arguments.js';
import { help } from './help.js';
import { CannotListenError, listen } from './listen.js';
import { send } from './send.js';

const print = (text: string): void => {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
};
const complain = (text: string): void => {
  process.stderr.write(`parking-kit: ${text}\n`);
};

const version = (): string => {
  // From dist/src/cli to the package's own file.
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
};

const listenUntilStopped = async (command: ListenCommand): Promise<number> => {
  try {
    const { stop } = await listen(command, print);
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    await stop();
    return 0;
  } catch (error) {
    if (!(error instanceof ReceiverOptionsError || error instanceof CannotListenError)) throw error;
    complain(error.message);
    return 2;
  }
};

const run = async (): Promise<number> => {
  const command = readCommand(process.argv.slice(2), {
    headerValue: process.env['PARKING_KIT_HEADER_VALUE'],
    clientSecret: process.env['PARKING_KIT_CLIENT_SECRET'],
  });
  switch (command.type) {
    case 'listen':
      return listenUntilStopped(command);
    case 'send':
      return send(command, { print, newBookingId: () => Date.now() });
    case 'help':
      print(help);
      return 0;
    case 'version':
      print(version());
      return 0;
    case 'usage':
      complain(`${command.fault} (see --help)`);
      return 2;
  }
};

process.exitCode = await run();
