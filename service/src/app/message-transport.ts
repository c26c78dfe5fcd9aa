import { makeFolder } from '../config/folder.js';
import type { ResolvedSettings } from '../config/local-state.js';
import { createFolderTransport } from '../messages/transports/folder-transport.js';
import { createGatewayTransport } from '../messages/transports/gateway-transport.js';
import type { Transport } from '../messages/transports/transport.js';
import { createAddressPolicy } from '../outbound/address-policy.js';
import { createOutbound } from '../outbound/create-outbound.js';

type TransportSettings = Pick<
  ResolvedSettings,
  'PARKING_MESSAGES_DIR' | 'PARKING_MESSAGES_FROM' | 'PARKING_MESSAGES_TOKEN' | 'PARKING_MESSAGES_URL'
>;

export interface OpenTransport {
  readonly transport: Transport | undefined;
  /** Makes what it needs, or throws. */
  readonly prepare: () => void;
  readonly close: () => Promise<void>;
}

/** Less than the sender's lease. */
const deadlineMs = 15_000;

const nothingToDo = (): void => undefined;

/** The way out that the settings name: the operator's gateway, else a folder, else none. */
export const openTransport = (settings: TransportSettings): OpenTransport => {
  const { PARKING_MESSAGES_URL: url, PARKING_MESSAGES_DIR: folder } = settings;
  if (url !== undefined) {
    // The operator's own gateway stands beside the service more often than not.
    const { post, close } = createOutbound({
      isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }),
    });
    const token = settings.PARKING_MESSAGES_TOKEN;
    return {
      transport: createGatewayTransport({ url, token, post, deadlineMs }),
      prepare: nothingToDo,
      close,
    };
  }
  if (folder === undefined) {
    return { transport: undefined, prepare: nothingToDo, close: async () => undefined };
  }
  return {
    transport: createFolderTransport({ folder, makeFolder, from: settings.PARKING_MESSAGES_FROM }),
    prepare: () => makeFolder(folder),
    close: async () => undefined,
  };
};
