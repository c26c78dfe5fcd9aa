#!/usr/bin/env node
import { runCommandLine } from './cli/command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: process.stdout,
  progress: process.stderr,
  onInterrupt: (stop) => void process.once('SIGINT', stop).once('SIGTERM', stop),
});
