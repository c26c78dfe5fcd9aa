import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import type { SelfTestDocument, StepReport } from './self-test-report.js';

interface Tested {
  /** As it was when the test began. */
  readonly partner: PartnerDocument;
  readonly steps: readonly StepReport[];
  readonly isBrokenOff: boolean;
}

type Conclusion = Pick<SelfTestDocument, 'st' | 'summary' | 'wentLive'>;

const whatNoticesDo = ({ live, paused }: PartnerDocument): string => {
  if (live === null) return 'the endpoint stays off, its notices go on waiting';
  if ((paused ?? null) !== null) return `the endpoint stays paused (${paused}), its notices go on waiting`;
  return 'the endpoint is live all the same, its notices go on being sent';
};

const failure = (partner: PartnerDocument, names: readonly string[]): Conclusion => ({
  st: 'failed',
  wentLive: false,
  summary: `failed (${names.join(', ')}): ${whatNoticesDo(partner)}`,
});

const success = ({ paused }: PartnerDocument): Conclusion => ({
  st: 'passed',
  wentLive: true,
  summary:
    (paused ?? null) === null || paused === 'unauthorised'
      ? 'passed: the endpoint is live'
      : `passed: the endpoint is live, but paused (${paused}) until you resume it`,
});

/** What a test comes to. One that passed lets the endpoint go live, unless the partner was changed meanwhile. */
export const conclude = async (tested: Tested, goLive: Partners['goLive']): Promise<Conclusion> => {
  const { partner, steps, isBrokenOff } = tested;
  if (isBrokenOff)
    return { st: 'broken', wentLive: false, summary: 'broken off: the service was stopped; run it again' };
  const failed = steps.filter(({ status }) => status === 'failed');
  if (failed.length > 0)
    return failure(
      partner,
      failed.map(({ name }) => name),
    );
  if (await goLive(partner._id, partner.rev)) return success(partner);
  return {
    st: 'passed',
    wentLive: false,
    summary: 'passed, but the partner was changed meanwhile: what it is now has not been tried; run it again',
  };
};
