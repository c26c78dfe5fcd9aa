import { Server } from 'node:net';

/** Loaded before an example, so that it can be given port 0: prints the port of each server that listens. */
const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string | symbol, ...rest: unknown[]): boolean {
  const address = event === 'listening' ? this.address() : null;
  if (typeof address === 'object' && address !== null) process.stdout.write(`port ${address.port}\n`);
  return Reflect.apply(emit, this, [event, ...rest]);
};
