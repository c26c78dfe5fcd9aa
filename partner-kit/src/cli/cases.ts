/** What `parking-kit send` can send. */
export type Case = 'good' | 'duplicate' | 'wrong-header' | 'missing-header' | 'bad-body';

export const caseNames: readonly Case[] = ['good', 'duplicate', 'wrong-header', 'missing-header', 'bad-body'];

export const isCaseName = (name: string): name is Case => caseNames.some((each) => each === name);

export interface NoticeToSend {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Received {
  readonly status: number;
  readonly body: string;
}

const codeOf = (body: string): unknown => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined;
  } catch {
    return undefined;
  }
};

const isDuplicateAnswer = ({ status, body }: Received): boolean =>
  status === 202 || (status === 400 && codeOf(body) === 'duplicate_request');

/** The documented answer to each case, in words and as a check. */
export const expectations: Readonly<
  Record<Case, { readonly text: string; readonly isMet: (received: Received) => boolean }>
> = {
  good: { text: '202', isMet: ({ status }) => status === 202 },
  duplicate: { text: '400 duplicate_request, or 202', isMet: isDuplicateAnswer },
  'wrong-header': { text: '401', isMet: ({ status }) => status === 401 },
  'missing-header': { text: '401', isMet: ({ status }) => status === 401 },
  // 404 would bring it back for ever; any other refusal will do.
  'bad-body': { text: '400', isMet: (received) => received.status === 400 && !isDuplicateAnswer(received) },
};

interface Secret {
  readonly headerKey: string;
  readonly headerValue: string;
}

/** The notices of a case, in order; the last one's answer is what counts. */
export const noticesOf = (
  name: Case,
  bookingId: number,
  { headerKey, headerValue }: Secret,
): readonly NoticeToSend[] => {
  const body = JSON.stringify({ id: bookingId });
  const good = { headers: { [headerKey]: headerValue }, body };
  switch (name) {
    case 'good':
      return [good];
    case 'duplicate':
      return [good, good];
    case 'wrong-header':
      return [{ headers: { [headerKey]: 'not the header value' }, body }];
    case 'missing-header':
      return [{ headers: {}, body }];
    case 'bad-body':
      return [{ ...good, body: '{"id":' }];
  }
};
