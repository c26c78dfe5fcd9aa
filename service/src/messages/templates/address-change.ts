import { codeTemplate } from './template.js';

const english = {
  subject: 'Confirm this address for your account: {code}',
  text: `Somebody who is signed in wants to use this address for a parking account.

If it was you, give the code {code} there within {minutes} minutes.

If it was not you, ignore this message, and give the code to nobody.
`,
  sms: '{code} confirms this number for your parking account, within {minutes} minutes. Give it to nobody.',
};

const french = {
  subject: 'Confirmez cette adresse pour votre compte : {code}',
  text: `Une personne connectée veut utiliser cette adresse pour un compte de stationnement.

Si c'est vous, donnez-y le code {code} d'ici {minutes} minutes.

Si ce n'est pas vous, ignorez ce message et ne donnez le code à personne.
`,
  sms: "{code} confirme ce numéro pour votre compte de stationnement, d'ici {minutes} minutes. Ne le donnez à personne.",
};

/** Sent to an address that a signed-in customer wants to have. */
export const addressChange = codeTemplate({
  english,
  french,
});
