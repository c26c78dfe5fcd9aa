import { codeTemplate } from './template.js';

const english = {
  subject: 'Your sign-in code: {code}',
  text: `Your code is {code}

It is good for {minutes} minutes, and for one sign-in.

If you did not ask for it, ignore this message, and give the code to nobody.
`,
  sms: '{code} is your parking sign-in code, good for {minutes} minutes. Give it to nobody.',
};

const french = {
  subject: 'Votre code de connexion : {code}',
  text: `Votre code est le {code}

Il est valable {minutes} minutes, pour une seule connexion.

Si vous ne l'avez pas demandé, ignorez ce message et ne donnez le code à personne.
`,
  sms: '{code} est votre code de connexion pour le stationnement, valable {minutes} minutes. Ne le donnez à personne.',
};

/** For signing in. */
export const verificationCode = codeTemplate({
  english,
  french,
});
