import { Type } from 'typebox';
import { partnerId } from '../../../base/ids.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import type {
  ExchangeReport,
  SelfTestDocument,
  StepReport,
} from '../../../webhooks/self-test/self-test-report.js';
import type { SelfTests } from '../../../webhooks/self-test/self-tests.js';
import { instantText } from '../instant-text.js';

type Shown = Readonly<Record<string, unknown>>;

const showExchange = (exchange: ExchangeReport): Shown => ({
  at: instantText(exchange.at),
  kind: exchange.kind,
  booking: exchange.booking,
  header: exchange.header,
  status: exchange.status,
  reason: exchange.reason,
  duration_ms: exchange.durationMs,
  excerpt: exchange.excerpt,
});

const showStep = ({ name, title, status, message, advice }: StepReport): Shown => ({
  name,
  title,
  status,
  message,
  advice: advice ?? null,
});

const showTest = (report: SelfTestDocument): Shown => ({
  number: report.number,
  partner: report.partner,
  state: report.st,
  summary: report.summary,
  was_live: report.wasLive,
  went_live: report.wentLive,
  started_at: instantText(report.startedAt),
  ended_at: instantText(report.endedAt),
  steps: report.steps.map(showStep),
});

const showWithExchanges = (report: SelfTestDocument): Shown => ({
  ...showTest(report),
  steps: report.steps.map((step) => ({ ...showStep(step), exchanges: step.exchanges.map(showExchange) })),
});

interface SelfTestRowOptions {
  readonly selfTests: Pick<SelfTests, 'begin' | 'view' | 'list'>;
  readonly partners: Pick<Partners, 'view'>;
}

/** Trying a partner's endpoint, and what came of it. */
export const createSelfTestRows = ({ selfTests, partners }: SelfTestRowOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/partners/:partnerId/test',
    operation: 'operator.partners.test',
    summary:
      'Begins a self test of the endpoint: the notices of bookings made for it. Answers at once; its report says when it has ended.',
    access: 'operator',
    input: Type.Object({ partnerId: Type.String() }),
    run: async ({ partnerId: id }) => {
      const { report } = await selfTests.begin(partnerId(id));
      return raw(202, showTest(report));
    },
  }),
  route({
    method: 'GET',
    path: '/partners/:partnerId/self-tests',
    operation: 'operator.partners.list_tests',
    summary: 'The last ten self tests, newest first.',
    access: 'operator',
    input: Type.Object({ partnerId: Type.String() }),
    run: async ({ partnerId: id }) => {
      const { _id } = await partners.view(partnerId(id));
      return raw(200, (await selfTests.list(_id)).map(showTest));
    },
  }),
  route({
    method: 'GET',
    path: '/partners/:partnerId/self-tests/:number',
    operation: 'operator.partners.view_test',
    summary: 'One self test with every exchange.',
    access: 'operator',
    input: Type.Object({ partnerId: Type.String(), number: Type.Integer({ minimum: 1 }) }),
    run: async ({ partnerId: id, number }) =>
      raw(200, showWithExchanges(await selfTests.view(partnerId(id), number))),
  }),
];
