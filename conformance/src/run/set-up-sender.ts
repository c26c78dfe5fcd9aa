import { defaultPaths } from '../capabilities/capabilities.js';
import type { Recorder } from '../exchange/recorder.js';
import { EnvironmentFault, UsageFault } from '../faults.js';
import { type HostedReceiver, startHostedReceiver } from '../hosted/receiver.js';
import type { SenderProfile } from '../profile/profile.js';
import type { Clock } from './clock.js';
import type { RunContext } from './context.js';
import { sendTemplate } from './send-template.js';

/**
 * Starts the receiver that the runner hosts, where the profile wants it.
 *
 * @throws UsageFault when it cannot listen there.
 */
export function hostReceiver(
  sender: SenderProfile,
  deps: { readonly recorder: Recorder; readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<HostedReceiver> {
  const { host, port } = hostAndPort(sender.listen ?? '127.0.0.1:0');
  return startHostedReceiver({
    ...deps,
    host,
    port,
    createPath: sender.create_path ?? defaultPaths.create,
    cancelPath: sender.cancel_path ?? defaultPaths.cancel,
  });
}

/**
 * Registers the hosted receiver at the deployment by the profile's own requests.
 *
 * @throws EnvironmentFault when one of them does not succeed.
 */
export async function registerReceiver(context: RunContext, sender: SenderProfile): Promise<void> {
  const { header } = sender;
  const scope = new Map<string, unknown>([
    ['receiver_url', sender.public_url ?? context.hosted?.url ?? ''],
    ['create_path', sender.create_path ?? defaultPaths.create],
    ['cancel_path', sender.cancel_path ?? defaultPaths.cancel],
    ['header_name', header.name],
    ['header_value', header.value],
  ]);
  const place = { scenario: 'set up', step: 'register the hosted receiver' };
  for (const template of sender.setup ?? []) {
    const result = await sendTemplate(context, { template, scope, place });
    if (!result.answered) throw new EnvironmentFault(`a set-up request failed: ${result.fault}`);
    const { status } = result.answer;
    if (status >= 300)
      throw new EnvironmentFault(`a set-up request answered ${status}: the sender cannot be tested`);
  }
}

function hostAndPort(listen: string): { readonly host: string; readonly port: number } {
  const found = /^\[?(.*?)\]?:(\d+)$/.exec(listen);
  const port = Number(found?.[2]);
  if (found === null || port > 65_535) throw new UsageFault(`${listen} is no HOST:PORT`);
  return { host: found[1] === '' || found[1] === undefined ? '127.0.0.1' : found[1], port };
}
