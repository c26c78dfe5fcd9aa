import { codeId, familyOfCode } from '../authorization-code.js';
import type { AuthorizationCodeDocument, CodeStore } from '../authorization-code-store.js';
import { type Client, requirePermission } from '../clients/client.js';
import type { FamilyStore } from '../family-store.js';
import type { Issue } from '../issue.js';
import type { OAuthRequest } from '../oauth.js';
import { OAuthProblem } from '../oauth-problem.js';
import { isVerifierOf } from '../pkce.js';
import { refuseWiderScope } from '../scope.js';
import type { IsSignedIn } from '../signed-in.js';
import type { Grant } from './grant.js';

interface CodeGrantDependencies {
  readonly codes: Pick<CodeStore, 'code'>;
  readonly families: Pick<FamilyStore, 'family' | 'revoke'>;
  readonly issue: Pick<Issue, 'beginOnce'>;
  /** The customer has not ended it. */
  readonly isSignedIn: IsSignedIn;
  readonly now: () => number;
  /** The family changed: whoever keeps it must read it again. */
  readonly forget: (family: string) => void;
}

const refuse = (): never => {
  throw new OAuthProblem(
    'invalid_grant',
    'the code is unknown, expired, ended, used before, of another client, or was asked for with another redirect_uri or code_challenge',
  );
};

/** Equal to the one asked for. A code that came in a body went nowhere, so there any registered one will do. */
const isRightRedirect = (
  given: string | undefined,
  code: AuthorizationCodeDocument,
  client: Client,
): boolean => {
  if (code.redirectUri !== null) return given === code.redirectUri;
  return given === undefined || client.redirectUris.includes(given);
};

/** Exchanges an authorization code for tokens of its customer, once; who comes again ends what the first one got. */
export const createAuthorizationCodeGrant = (dependencies: CodeGrantDependencies): Grant => {
  const { codes, families, issue, isSignedIn, now, forget } = dependencies;

  const revoke = async (family: string): Promise<never> => {
    await families.revoke(family, now());
    forget(family);
    return refuse();
  };

  /** Looked at first, and without the code's document: that one does not outlive its half hour. */
  const refuseSecondUse = async (family: string, client: Client): Promise<void> => {
    const begun = await families.family(family);
    if (begun === undefined) return;
    if (begun.client === client.id) await revoke(family);
    refuse();
  };

  const findCode = async (
    code: string,
    client: Client,
    parameters: OAuthRequest['parameters'],
  ): Promise<AuthorizationCodeDocument> => {
    const document = await codes.code(codeId(code));
    const isUsable =
      document !== undefined &&
      document.client === client.id &&
      now() < document.expiresAt &&
      isRightRedirect(parameters.get('redirect_uri'), document, client) &&
      isVerifierOf(document.challenge, parameters.get('code_verifier'));
    return document !== undefined && isUsable ? document : refuse();
  };

  return {
    name: 'authorization_code',
    client: 'required',
    issue: async ({ parameters }, client) => {
      const code = parameters.get('code');
      if (code === undefined) throw new OAuthProblem('invalid_request', 'code is required');
      requirePermission(client, 'authorize');
      const family = familyOfCode(code);
      await refuseSecondUse(family, client);
      const { customer, epoch, scopes } = await findCode(code, client, parameters);
      if (!(await isSignedIn(customer, { id: family, epoch }))) refuse();
      refuseWiderScope(parameters.get('scope'), scopes);
      const grant = await issue.beginOnce(family, { client: client.id, customer, epoch, scopes });
      // Another request with the same code came first, a moment ago.
      return grant ?? revoke(family);
    },
  };
};
