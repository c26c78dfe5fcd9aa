import { codeTemplate } from './template.js';

const english = {
  subject: 'Confirm your new account: {code}',
  text: `Somebody asked for a parking account with this address.

If it was you, sign in with the code {code} within {minutes} minutes. The account, and the
password you chose if you chose one, are good from then on.

If it was not you, do not use the code: whoever asked would know the password. Nothing
happens without it.
`,
  sms: '{code} confirms your new parking account, within {minutes} minutes. If you did not ask for one, do not use it.',
};

const french = {
  subject: 'Confirmez votre nouveau compte : {code}',
  text: `Quelqu'un a demandé un compte de stationnement à cette adresse.

Si c'est vous, connectez-vous avec le code {code} d'ici {minutes} minutes. Le compte, et le mot
de passe que vous avez choisi s'il y en a un, seront valables dès lors.

Si ce n'est pas vous, n'utilisez pas le code : la personne qui l'a demandé connaîtrait le mot de
passe. Sans ce code, rien ne se passe.
`,
  sms: "{code} confirme votre nouveau compte de stationnement, d'ici {minutes} minutes. Si vous ne l'avez pas demandé, ne l'utilisez pas.",
};

/** For whoever asked for an account; the code puts what was asked in force. */
export const accountVerification = codeTemplate({
  english,
  french,
});
