import { codeTemplate } from './template.js';

const english = {
  subject: 'You already have an account: sign in with {code}',
  text: `Somebody asked for a parking account with this address. You have one already, and nothing
about it was changed.

If it was you, sign in with your password, or with the code {code} within {minutes} minutes.

If it was not you, ignore this message, and give the code to nobody.
`,
  sms: 'You already have a parking account. {code} is your sign-in code, good for {minutes} minutes. Give it to nobody.',
};

const french = {
  subject: 'Vous avez déjà un compte : connectez-vous avec {code}',
  text: `Quelqu'un a demandé un compte de stationnement à cette adresse. Vous en avez déjà un, et rien
n'y a été changé.

Si c'est vous, connectez-vous avec votre mot de passe, ou avec le code {code} d'ici {minutes}
minutes.

Si ce n'est pas vous, ignorez ce message et ne donnez le code à personne.
`,
  sms: 'Vous avez déjà un compte de stationnement. {code} est votre code de connexion, valable {minutes} minutes. Ne le donnez à personne.',
};

/** The truth for an address that has an account, told to nobody but the address. */
export const accountExists = codeTemplate({
  english,
  french,
});
