import { createHmac } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.js';
import { clientId, partnerId } from '../base/ids.js';
import { loadDemoCatalogue } from '../catalogue/import/load-demo-catalogue.js';
import type { OpenCatalogue } from '../catalogue/open-catalogue.js';
import type { Clients } from '../oauth/clients/clients.js';
import type { Partners } from '../webhooks/partners/partners.js';

/** What one signs in with in demo mode. */
export interface DemoLogin {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly email: string;
  readonly password: string;
}

const derived = (secretKey: string, what: string): string =>
  createHmac('sha256', secretKey).update(`demo ${what}`).digest('hex');

/** Made from the service's secret key: other in every data directory, the same at every start, and so kept nowhere. */
export const demoLogin = (secretKey: string): DemoLogin => ({
  clientId: 'demo-client',
  clientSecret: derived(secretKey, 'client secret'),
  email: 'demo@example.org',
  password: derived(secretKey, 'password').slice(0, 16),
});

interface LoginParts {
  readonly accounts: Pick<Accounts, 'createWithPassword'>;
  readonly oauth: Pick<Clients, 'isClientIdTaken' | 'registerClient'>;
  readonly partners: Pick<Partners, 'list' | 'save'>;
  readonly login: DemoLogin;
}

const demoPartner = partnerId('demo');

/** The demo's partner, its client and a user. */
const seedLogin = async ({ accounts, oauth, partners, login }: LoginParts): Promise<void> => {
  const known = await partners.list();
  if (!known.some(({ _id }) => _id === demoPartner))
    await partners.save({ id: demoPartner, name: 'Demo partner' });
  const id = clientId(login.clientId);
  // One that the operator changed or deleted stays as it is.
  if (!(await oauth.isClientIdTaken(id))) {
    await oauth.registerClient({
      id,
      name: 'Demo client',
      partner: demoPartner,
      scopes: ['public', 'partner', 'mobile', 'data'],
      permissions: ['authorize', 'public_token'],
      redirectUris: ['http://127.0.0.1:8910/callback'],
      secret: login.clientSecret,
    });
  }
  await accounts.createWithPassword({
    email: login.email,
    firstName: 'Demo',
    lastName: 'Driver',
    password: login.password,
  });
};

interface DemoParts extends LoginParts {
  readonly catalogue: Pick<OpenCatalogue, 'snapshot' | 'importFiles'>;
}

/** The demo catalogue where there is none yet, and who may try it; again is harmless. */
export const seedDemo = async ({ catalogue, ...login }: DemoParts): Promise<void> => {
  if (catalogue.snapshot().generation === 0) await loadDemoCatalogue(catalogue);
  await seedLogin(login);
};
