import { customerCollection, reservedCollection } from '../accounts/store.js';
import { upgradeAccounts } from '../accounts/upgrade-accounts.js';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { randomHex } from '../base/ids.js';
import { makeUpgrades, pendingUpgrades, type Upgrade, upgradeCollection } from '../base/upgrade.js';
import { bookingCollection } from '../bookings/store.js';
import { upgradeBookings } from '../bookings/upgrade-bookings.js';
import { clientCollection } from '../oauth/clients/client-store.js';
import { familyCollection } from '../oauth/family-store.js';
import { upgradeOAuth } from '../oauth/upgrade-oauth.js';
import { partnerCollection } from '../webhooks/partners/partner.js';
import { upgradePartners } from '../webhooks/partners/upgrade-partners.js';

const upgradesOf = (database: Database, clock: Pick<Clock, 'now'>): readonly Upgrade[] => [
  ...upgradeOAuth(database.collection(clientCollection), database.collection(familyCollection)),
  ...upgradeAccounts(
    database.collection(customerCollection),
    database.collection(reservedCollection),
    randomHex,
  ),
  ...upgradeBookings(database.collection(bookingCollection), randomHex),
  ...upgradePartners(database.collection(partnerCollection), clock.now),
];

/** Brings what an earlier version stored up to what this one reads; nothing where there is nothing to do. */
export const upgradeDatabase = (database: Database, clock: Pick<Clock, 'now'>): Promise<void> =>
  makeUpgrades({
    made: database.collection(upgradeCollection),
    now: clock.now,
    upgrades: upgradesOf(database, clock),
  });

/** What `upgradeDatabase` would do, by name. */
export const upgradesToMake = (database: Database, clock: Pick<Clock, 'now'>): Promise<readonly string[]> =>
  pendingUpgrades({ made: database.collection(upgradeCollection), upgrades: upgradesOf(database, clock) });
