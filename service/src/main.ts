#!/usr/bin/env node
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { systemClock } from './base/clock.js';
import type { Logger } from './base/logger.js';
import { loadSettings } from './config/load.js';
import { type ResolvedSettings, resolveSettings } from './config/local-state.js';
import { runCli } from './operator/cli/cli.js';
import type { CliContext, ServeMode } from './operator/cli/context.js';
import { serveUntilStopped } from './operator/cli/serve.js';

let resolved: ResolvedSettings | undefined;
const settings = (): ResolvedSettings => {
  resolved ??= resolveSettings(loadSettings(process.env));
  return resolved;
};

/** Standard output is for what a person asked for; the log goes to standard error. */
const loggerFor = ({ PARKING_LOG_LEVEL }: ResolvedSettings): Logger => {
  const log = pino({ level: PARKING_LOG_LEVEL }, pino.destination(2));
  // Bound, since pino's methods need their `this`.
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
};

/** The first signal asks to stop; the second ends the process at once. */
const stopSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      // Asked again: what is on its way is left to its lease, as after a kill.
      if (isStopping) process.exit(128 + constants.signals[signal]);
      isStopping = true;
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });

// A reader that has seen enough (`| head`) is no fault, and no reason for a service to end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const write = (text: string): void => void process.stdout.write(text);

/** Loaded where it is needed: a command that asks a running service should not take a second for what it does not use. */
const openApp = async (chosen: ResolvedSettings, mode: ServeMode) => {
  const { createApp } = await import('./app.js');
  return createApp({ settings: chosen, mode, clock: systemClock, logger: loggerFor(chosen) });
};

const openStopped = (chosen: ResolvedSettings) => openApp(chosen, 'worker');

const context: CliContext = {
  dataDir: () => loadSettings(process.env).PARKING_DATA_DIR,
  settings,
  serve: (mode, chosen, isJson) =>
    serveUntilStopped({
      create: () => openApp(chosen, mode),
      settings: chosen,
      mode,
      pid: process.pid,
      isJson,
      write,
      stopSignal: stopSignal(),
    }),
  openStopped,
  examineStopped: async (partner) => {
    const { createStoppedDoctor } = await import('./app/stopped-doctor.js');
    const load = () => loadSettings(process.env);
    return createStoppedDoctor({ load, open: openStopped, clock: systemClock })(partner);
  },
  describeApi: async (dialect) => (await import('./app/describe-api.js')).describeApi(dialect),
  environment: (name) => process.env[name],
  readInput: () => text(process.stdin),
  sleep: systemClock.sleep,
  write,
  writeError: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
};

process.exitCode = await runCli(context, process.argv.slice(2));
