import type { Redactor } from '../exchange/redactor.js';
import { basicCredentials } from '../profile/basic-credentials.js';
import type { Profile, RequestTemplate } from '../profile/profile.js';

/** Tells the redactor every secret of a profile before anything is sent. */
export function learnSecrets(
  redactor: Redactor,
  profile: Profile,
  more: ReadonlyMap<string, string> = new Map(),
): void {
  const learn = (name: string, value: string | undefined): void => {
    if (value !== undefined) redactor.learn(name, value);
  };
  learn('CLIENT_SECRET', profile.client?.secret);
  learn('OTHER_CLIENT_SECRET', profile.other_client?.secret);
  learn('USER_PASSWORD', profile.user?.password);
  learn('NOTICE_HEADER_VALUE', profile.sender?.header.value);
  learn('RECEIVER_HEADER_VALUE', profile.receiver?.header.value);
  if (profile.client !== undefined) learn('BASIC_CREDENTIALS', basicCredentials(profile.client));
  for (const [name, value] of more) learn(name.toUpperCase(), value);
  for (const template of templatesOf(profile)) {
    for (const [name, value] of Object.entries(template.headers ?? {})) {
      if (/^authorization$|token|key|secret/i.test(name)) learn('TEMPLATE_HEADER', String(value));
    }
  }
}

function templatesOf({ cancel, receiver, sender }: Profile): readonly RequestTemplate[] {
  const templates = [cancel, receiver?.trouble, sender?.clock, ...(sender?.setup ?? [])];
  return templates.filter((template) => template !== undefined);
}
