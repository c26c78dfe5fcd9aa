import type { Documents } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import type { Upgrade } from '../base/upgrade.js';
import { firstSignIns } from './sign-ins.js';
import type { CustomerDocument, ReservedDocument } from './store.js';

const upgradeCustomers = async (documents: Documents<CustomerDocument>): Promise<void> => {
  for await (const customer of documents.find({})) {
    if ('rev' in customer) continue;
    const { _id, passwordHash, createdAt } = customer;
    // Only operators made accounts with passwords, and they vouched for the address.
    const emailVerifiedAt = passwordHash === null ? null : createdAt;
    const unasked = { phone: null, unverifiedEmail: null, unverifiedPhone: null, releasedAt: null };
    await documents.updateOne(
      { _id, rev: { $exists: false } },
      { $set: { rev: 0, emailVerifiedAt, released: [], ...unasked } },
    );
  }
};

const upgradeSignIns = async (documents: Documents<CustomerDocument>): Promise<void> => {
  for await (const customer of documents.find({})) {
    if ('signIns' in customer) continue;
    const { _id } = customer;
    await documents.updateOne({ _id, signIns: { $exists: false } }, { $set: { signIns: firstSignIns } });
  }
};

const upgradeReserved = async (
  documents: Documents<ReservedDocument>,
  randomHex: RandomHex,
): Promise<void> => {
  for await (const address of documents.find({})) {
    if ('claim' in address) continue;
    const { _id } = address;
    await documents.updateOne({ _id, claim: { $exists: false } }, { $set: { claim: randomHex(8) } });
  }
};

/** Customers with verified addresses and phones, addresses that can be given back, sign-ins that can be ended. */
export const upgradeAccounts = (
  customers: Documents<CustomerDocument>,
  reserved: Documents<ReservedDocument>,
  randomHex: RandomHex,
): readonly Upgrade[] => [
  { name: 'accounts: customers verify addresses', run: () => upgradeCustomers(customers) },
  { name: 'accounts: addresses are claimed', run: () => upgradeReserved(reserved, randomHex) },
  { name: 'accounts: sign-ins can be ended', run: () => upgradeSignIns(customers) },
];
