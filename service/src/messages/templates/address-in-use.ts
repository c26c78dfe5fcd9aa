import { template } from './template.js';

const english = {
  subject: 'This address already belongs to an account',
  text: `Somebody who is signed in wants to use this address for another parking account. It belongs
to an account already, and nothing was changed.

If it was you, sign in with this address, or choose another one.

If it was not you, you need do nothing.
`,
  sms: 'Somebody wants to use this number for another parking account. It belongs to an account already; nothing was changed.',
};

const french = {
  subject: 'Cette adresse appartient déjà à un compte',
  text: `Une personne connectée veut utiliser cette adresse pour un autre compte de stationnement. Elle
appartient déjà à un compte, et rien n'a été changé.

Si c'est vous, connectez-vous avec cette adresse ou choisissez-en une autre.

Si ce n'est pas vous, vous n'avez rien à faire.
`,
  sms: "Quelqu'un veut utiliser ce numéro pour un autre compte de stationnement. Il appartient déjà à un compte; rien n'a été changé.",
};

/** The truth for an address that somebody else's account has, told to nobody but the address. */
export const addressInUse = template({
  values: [],
  isSecret: false,
  english,
  french,
});
