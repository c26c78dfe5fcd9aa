import { firstSignIns } from '../accounts/sign-ins.js';
import type { Documents } from '../base/documents.js';
import type { Upgrade } from '../base/upgrade.js';
import type { ClientDocument } from './clients/client-store.js';
import type { FamilyDocument } from './family-store.js';
import { usefulUntil } from './lifetime.js';

/** A client as the first version kept it: with one secret, and neither permissions nor redirect URIs. */
type FirstClient = Omit<ClientDocument, 'rev' | 'secrets' | 'permissions' | 'redirectUris' | 'deletedAt'> & {
  readonly secretHash: string;
};

const isFirst = (client: ClientDocument | FirstClient): client is FirstClient => 'secretHash' in client;

const upgradeClients = async (documents: Documents<ClientDocument>): Promise<void> => {
  for await (const client of documents.find({})) {
    if (!isFirst(client)) continue;
    const { _id, secretHash, createdAt } = client;
    const secrets = [{ hash: secretHash, createdAt, until: null }];
    await documents.updateOne(
      { _id, rev: { $exists: false } },
      { $set: { rev: 0, secrets, permissions: [], redirectUris: [], deletedAt: null } },
    );
  }
};

/** Without an end a family would never be trimmed. */
const upgradeFamilies = async (documents: Documents<FamilyDocument>): Promise<void> => {
  for await (const { _id, customer, genAt } of documents.find({ endsAt: { $exists: false } }))
    await documents.updateOne({ _id }, { $set: { endsAt: usefulUntil(customer, genAt) } });
};

/** With the first count of the customer's sign-ins, as the customers have it. */
const upgradeEpochs = async (documents: Documents<FamilyDocument>): Promise<void> => {
  for await (const family of documents.find({})) {
    if ('epoch' in family) continue;
    const { _id } = family;
    await documents.updateOne({ _id, epoch: { $exists: false } }, { $set: { epoch: firstSignIns.epoch } });
  }
};

/** Clients with several secrets, tokens that end, and that their customer can end. */
export const upgradeOAuth = (
  clients: Documents<ClientDocument>,
  families: Documents<FamilyDocument>,
): readonly Upgrade[] => [
  { name: 'oauth: clients have secrets', run: () => upgradeClients(clients) },
  { name: 'oauth: families end', run: () => upgradeFamilies(families) },
  { name: 'oauth: sign-ins can be ended', run: () => upgradeEpochs(families) },
];
