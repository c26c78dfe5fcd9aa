import type { CustomerId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { Messages } from '../messages/messages.js';
import type { Accounts, CustomerChanges } from './accounts.js';
import { type Address, emailAddress, phoneAddress } from './address.js';
import type { Addresses } from './addresses.js';
import { changeCode, knownCode, signInCode } from './code-ids.js';
import { recipientOf, type SendCode } from './code-post.js';
import type { Codes } from './codes/codes.js';
import type { Customers } from './customers.js';
import type { Passwords } from './password.js';
import { profileOf } from './shown.js';
import { endOthers, isSignedIn } from './sign-ins.js';
import { requireAddress, requirePassword } from './sign-up.js';
import type { AccountStore, CustomerChange, CustomerDocument } from './store.js';

interface ChangeDependencies {
  readonly store: Pick<AccountStore, 'find'>;
  readonly addresses: Pick<Addresses, 'holderOf'>;
  readonly customers: Customers;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly sendCode: SendCode;
  readonly messages: Pick<Messages, 'enqueue'>;
}

const ownAddresses = ({ email, phone }: CustomerDocument): readonly Address[] => [
  ...(email === null ? [] : [emailAddress(email)]),
  ...(phone === null ? [] : [phoneAddress(phone)]),
];

const isHad = ({ kind, text }: Address, { email, phone, emailVerifiedAt }: CustomerDocument): boolean =>
  kind === 'email' ? email === text && emailVerifiedAt !== null : phone === text;

/** The addresses among the changes that the customer does not have yet. Throws for one that is none. */
const wantedAddresses = (changes: CustomerChanges, read: CustomerDocument): readonly Address[] => {
  const { email, phone } = changes;
  const named = [
    ...(email === undefined ? [] : [requireAddress('email', email)]),
    ...(phone === undefined ? [] : [requireAddress('phone', phone)]),
  ];
  return named.filter((address) => !isHad(address, read));
};

const wishOf = (wanted: readonly Address[]): CustomerChange => {
  const email = wanted.find(({ kind }) => kind === 'email');
  const phone = wanted.find(({ kind }) => kind === 'phone');
  return {
    ...(email !== undefined && { unverifiedEmail: email.text }),
    ...(phone !== undefined && { unverifiedPhone: phone.text }),
  };
};

const proofField = ({ passwordHash }: CustomerDocument): 'current_code' | 'current_password' =>
  passwordHash === null ? 'current_code' : 'current_password';

/** Elsewhere somebody may have ended this sign-in, and the cache of who calls does not know yet. */
const requireStill = ({ signIns }: CustomerDocument, { signIn }: CustomerChanges): void => {
  if (signIn !== undefined && !isSignedIn(signIns, signIn)) throw new Problem('token_invalid');
};

/** All sign-ins but this one end with the change, unless they were ended since what was proved was read. */
const endingOthers =
  (read: CustomerDocument, changes: CustomerChanges) =>
  (now: CustomerDocument): CustomerChange => {
    requireStill(now, changes);
    if (changes.password !== undefined && now.signIns.epoch !== read.signIns.epoch) {
      throw new Problem('account_proof_invalid', { fields: [proofField(read)] });
    }
    return { signIns: endOthers(now.signIns, changes.signIn) };
  };

const invalidCode = (): Problem =>
  new Problem('account_verification_code_invalid', { fields: ['verification_code'] });

/** What a signed-in customer changes about themselves: in order proof, new addresses, then the rest in one write. */
export const createChangeAccount = (dependencies: ChangeDependencies): Accounts['change'] => {
  const { store, addresses, customers, codes, passwords, sendCode, messages } = dependencies;

  const isCodeRight = async (ids: readonly string[], code: string): Promise<boolean> => {
    for (const id of ids) {
      const right = await codes.guess(id, code.trim());
      if (right !== undefined) return codes.consume(right);
    }
    return false;
  };

  /** A token alone may be somebody else's; and a partner's that acts for the customer is not the customer. */
  const prove = async (read: CustomerDocument, changes: CustomerChanges): Promise<void> => {
    const { currentPassword, currentCode } = changes;
    const hasPassword = read.passwordHash !== null;
    const field = proofField(read);
    const given = hasPassword ? currentPassword : currentCode;
    if (given === undefined) throw new Problem('account_proof_missing', { fields: [field] });
    if (hasPassword) {
      passwords.requireRoom();
      await codes.admitProof(read._id);
    }
    const isProven = hasPassword
      ? await passwords.matches(read.passwordHash ?? undefined, given)
      : await isCodeRight(
          ownAddresses(read).flatMap((own) => [signInCode(own), knownCode(own)]),
          given,
        );
    if (!isProven) throw new Problem('account_proof_invalid', { fields: [field] });
  };

  const confirm = async (
    read: CustomerDocument,
    wanted: readonly Address[],
    changes: CustomerChanges & { readonly verificationCode: string },
  ): Promise<CustomerDocument> => {
    const { _id: id } = read;
    const [address] = wanted;
    if (address === undefined || wanted.length > 1) {
      throw new Problem('request_parameter_invalid', {
        fields: ['verification_code'],
        details: 'it goes with the one new address it was sent to',
      });
    }
    const right = await codes.guess(changeCode(address, id), changes.verificationCode.trim());
    if (right === undefined) throw invalidCode();
    // The address is the customer's before the code is used up: who dies in between gives it again.
    const changed = await customers.adopt(id, address, endingOthers(read, changes));
    if (changed === undefined) throw invalidCode();
    await codes.consume(right);
    return changed;
  };

  const ask = async (id: CustomerId, address: Address, changes: CustomerChanges): Promise<void> => {
    const holder = await addresses.holderOf(address);
    const isOthers = holder.kind === 'customer' && holder.customer._id !== id;
    await sendCode({
      codeId: changeCode(address, id),
      address,
      locale: changes.locale,
      template: isOthers ? 'address_in_use' : 'address_change',
    });
  };

  const tell = async (read: CustomerDocument, { locale }: CustomerChanges): Promise<void> => {
    const [address] = ownAddresses(read);
    if (address === undefined) return;
    const id = `account:${read._id}:changed:${read.rev}`;
    await messages.enqueue({ id, to: recipientOf(address), template: 'account_changed', locale, values: {} });
  };

  const write = async (
    read: CustomerDocument,
    changes: CustomerChanges,
    wish: CustomerChange,
  ): Promise<CustomerDocument> => {
    const { firstName, lastName, password } = changes;
    const passwordHash = password === undefined ? undefined : await passwords.hash(password);
    const ending = password === undefined ? () => ({}) : endingOthers(read, changes);
    return customers.change(read._id, (now) => ({
      ...wish,
      ...ending(now),
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(passwordHash !== undefined && { passwordHash }),
    }));
  };

  return async (id, changes) => {
    const read = await store.find(id);
    if (read === undefined) throw new Problem('token_invalid');
    requireStill(read, changes);
    const { password, verificationCode } = changes;
    const wanted = wantedAddresses(changes, read);
    if (password !== undefined)
      requirePassword(
        password,
        ownAddresses(read).map(({ text }) => text),
      );
    const isConfirming = verificationCode !== undefined;
    if (password !== undefined || (wanted.length > 0 && !isConfirming)) await prove(read, changes);
    const confirmed = isConfirming ? await confirm(read, wanted, { ...changes, verificationCode }) : read;
    const asked = isConfirming ? [] : wanted;
    for (const address of asked) await codes.admit(address);
    const changed = await write(confirmed, changes, wishOf(asked));
    for (const address of asked) await ask(id, address, changes);
    if (password !== undefined || isConfirming) await tell(read, changes);
    return profileOf(changed);
  };
};
