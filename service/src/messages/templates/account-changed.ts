import { template } from './template.js';

const english = {
  subject: 'Your account was changed',
  text: `The password, the e-mail address or the phone number of your parking account was changed.

If it was not you, ask for a sign-in code and set a new password, or write to us.
`,
  sms: 'The password, e-mail address or phone number of your parking account was changed. Not you? Set a new password.',
};

const french = {
  subject: 'Votre compte a été modifié',
  text: `Le mot de passe, l'adresse courriel ou le numéro de téléphone de votre compte de
stationnement a été modifié.

Si ce n'est pas vous, demandez un code de connexion et changez le mot de passe, ou écrivez-nous.
`,
  sms: "Le mot de passe, l'adresse courriel ou le téléphone de votre compte de stationnement a été modifié. Ce n'est pas vous? Changez le mot de passe.",
};

/** Told to the address an account had before its password or address was changed. */
export const accountChanged = template({
  values: [],
  isSecret: false,
  english,
  french,
});
