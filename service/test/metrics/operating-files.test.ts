import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv } from 'ajv';
import { type Static, type TSchema, Type } from 'typebox';
import { parse } from 'yaml';
import type { FailureReason, OutboundOutcome } from '../../src/outbound/outbound.js';
import { decide } from '../../src/webhooks/dispatch/answer-rule.js';
import { openCommandLine } from '../operator/run-command.js';
import { scrapeOfEverything } from './every-series.js';
import { readExposition } from './read-exposition.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../docs/operating/${name}`, import.meta.url), 'utf8');

const ajv = new Ajv({ strict: false, allErrors: true });
const checked = <Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> => {
  const isValid = ajv.compile<Static<Schema>>(schema);
  if (isValid(value)) return value;
  return assert.fail(ajv.errorsText(isValid.errors));
};

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };
const alertsSchema = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: text,
          rules: Type.Array(
            Type.Object(
              {
                alert: Type.String({ pattern: '^Parking[A-Z]\\w+$' }),
                expr: text,
                for: Type.Optional(Type.String({ pattern: '^\\d+[mh]$' })),
                labels: Type.Object({ severity: Type.Enum(['page', 'ticket', 'info']) }, closed),
                annotations: Type.Object({ summary: text, description: text }, closed),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
const alerts = checked(alertsSchema, parse(read('alerts.yaml'))).groups.flatMap(({ rules }) => rules);

const units = ['s', 'short', 'ops', 'reqps', 'percentunit', 'bytes'];
const place = Type.Object({ h: Type.Integer(), w: Type.Integer(), x: Type.Integer(), y: Type.Integer() });
const rowSchema = Type.Object({ id: Type.Integer(), type: Type.Literal('row'), title: text, gridPos: place });
const panelSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(['stat', 'timeseries']),
  title: text,
  description: text,
  gridPos: place,
  fieldConfig: Type.Object({ defaults: Type.Object({ unit: Type.Enum(units) }) }),
  targets: Type.Array(Type.Object({ refId: text, expr: text, legendFormat: Type.String() }), { minItems: 1 }),
});
const dashboardSchema = Type.Object({
  uid: text,
  title: text,
  schemaVersion: Type.Integer(),
  panels: Type.Array(Type.Union([rowSchema, panelSchema])),
  templating: Type.Object({ list: Type.Array(Type.Object({ name: text, definition: Type.Optional(text) })) }),
});
const dashboard = checked(dashboardSchema, JSON.parse(read('dashboard.json')));
const panels = dashboard.panels.flatMap((panel) => (panel.type === 'row' ? [] : [panel]));

const answered = (status: number, changes: { body?: string; isBodyCut?: boolean } = {}): OutboundOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: '',
  isBodyCut: false,
  durationMs: 1,
  ...changes,
});
const failed = (reason: FailureReason): OutboundOutcome => ({
  kind: 'failed',
  reason,
  detail: '',
  durationMs: 1,
});

/** Every answer that the table of answers tells apart. */
const decisions = [
  ...Array.from({ length: 400 }, (_, index) => answered(200 + index)),
  answered(400, { body: '{"code":"duplicate_request"}' }),
  answered(400, { isBodyCut: true }),
  ...(['timeout', 'dns', 'connection', 'tls', 'blocked_address'] as const).map(failed),
].map((outcome) => decide(outcome, 0));

const scrape = readExposition(await scrapeOfEverything([...new Set(decisions.map(({ reason }) => reason))]));
/** What a scraper itself adds. */
const ofTheScraper: ReadonlyMap<string, readonly string[]> = new Map([['up', ['job', 'instance']]]);
const scraperLabels = ['instance', 'job'];

interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

interface Query {
  readonly selectors: readonly Selector[];
  /** Labels that are grouped by, or joined on. */
  readonly grouped: readonly string[];
}

/** Reads a query by Prometheus' own grammar; fails where it is none. */
const readQuery = (expr: string): Query => {
  const selectors: { metric: string; matchers: { label: string; operator: string; value: string }[] }[] = [];
  const grouped: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to, node, type }) => {
      const written = expr.slice(from, to);
      assert.ok(!type.isError, `no query: ${expr} (at ${from})`);
      if (name === 'Identifier') selectors.push({ metric: written, matchers: [] });
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouped.push(written);
      if (name !== 'UnquotedLabelMatcher') return;
      const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(written) ?? [];
      selectors.at(-1)?.matchers.push({ label, operator, value });
    },
  });
  assert.ok(selectors.length > 0, `names no metric: ${expr}`);
  return { selectors, grouped };
};

/** Declared, if only for what has not happened yet: no test makes Node collect its garbage. */
const isDeclared = (metric: string): boolean =>
  metric.startsWith('nodejs_gc_') && scrape.families.has(metric.replace(/_(sum|count|bucket)$/, ''));

const labelsOf = (metric: string): readonly string[] | undefined => {
  const ours = scrape.labels.get(metric);
  if (ours !== undefined) return [...ours.keys(), ...scraperLabels];
  return isDeclared(metric) ? scraperLabels : ofTheScraper.get(metric);
};

const isExported = (metric: string): boolean => labelsOf(metric) !== undefined;

/** The words a matcher names; none where a reader of the dashboard chooses them, or a pattern begins with them. */
const wordsOf = (value: string): readonly string[] =>
  value.startsWith('$') ? [] : value.split('|').filter((word) => /^[\w ]+$/.test(word));

const checkSelector = ({ metric, matchers }: Selector): void => {
  assert.ok(isExported(metric), `${metric} is not exported`);
  for (const { label, value } of matchers) {
    assert.ok(labelsOf(metric)?.includes(label), `${metric} has no label ${label}`);
    const seen = scrape.labels.get(metric)?.get(label);
    for (const word of wordsOf(value)) {
      assert.ok(seen === undefined || seen.has(word), `${metric} never has ${label}="${word}"`);
    }
  }
};

const checkQuery = (expr: string): Query => {
  const query = readQuery(expr);
  for (const selector of query.selectors) checkSelector(selector);
  const known = new Set(query.selectors.flatMap(({ metric }) => labelsOf(metric) ?? []));
  for (const label of query.grouped) assert.ok(known.has(label), `no metric of ${expr} has ${label}`);
  return query;
};

describe('docs/operating/alerts.yaml', () => {
  for (const { alert, expr, annotations } of alerts) {
    it(`${alert} asks for what is exported, and says what to do`, () => {
      const { selectors, grouped } = checkQuery(expr);
      assert.match(annotations.description, /`parking-service [a-z]/);
      const shown = [...`${annotations.summary} ${annotations.description}`.matchAll(/\$labels\.(\w+)/g)];
      const kept = grouped.length > 0 ? grouped : selectors.flatMap(({ metric }) => labelsOf(metric) ?? []);
      for (const [, label = ''] of shown) assert.ok(kept.includes(label), `${alert} has no ${label}`);
    });
  }

  it('names every alert once, and each has a test of when it fires', () => {
    const names = alerts.map(({ alert }) => alert);
    assert.equal(new Set(names).size, names.length);
    const tests = read('alerts.test.yaml');
    const untested = names.filter((name) => !tests.includes(`alertname: ${name}\n        exp_alerts:\n`));
    assert.deepEqual(untested, []);
  });

  it('names commands that there are, with the options they take', async (context) => {
    const commands = openCommandLine('http://127.0.0.1:1');
    context.after(commands.close);
    // Help is written past everything.
    let help = '';
    context.mock.method(console, 'log', (text: string) => {
      help = text;
    });
    const named = alerts.flatMap(({ annotations }) =>
      [...annotations.description.matchAll(/`parking-service ([^`]+)`/g)].map(([, line = '']) => line),
    );
    for (const line of new Set(named)) {
      const name = /^[a-z-]+( [a-z-]+)*?(?= --| \{| [A-Z]|$)/.exec(line)?.[0] ?? '';
      await commands.run([...name.split(' '), '--help']);
      assert.ok(help.startsWith(`parking-service ${name}`), `${line}: ${help.slice(0, 80)}`);
      for (const [option] of line.matchAll(/--[a-z-]+/g))
        assert.ok(help.includes(option), `${line}: ${option}`);
    }
  });

  it('counts as failed what the table of answers does not count as delivered', () => {
    const delivered = decisions.filter(({ verdict }) => verdict === 'delivered').map(({ reason }) => reason);
    const query = readQuery(alerts.find(({ alert }) => alert === 'ParkingAttemptsFail')?.expr ?? '');
    const excepted = query.selectors.flatMap(({ matchers }) => matchers.map(({ value }) => value));
    assert.deepEqual(excepted, [[...new Set(delivered)].sort().join('|')]);
  });
});

describe('docs/operating/dashboard.json', () => {
  for (const { title, targets } of panels) {
    it(`"${title}" asks for what is exported`, () => {
      for (const { expr, legendFormat } of targets) {
        const { grouped, selectors } = checkQuery(expr);
        const known = [...grouped, ...selectors.flatMap(({ metric }) => labelsOf(metric) ?? [])];
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          assert.ok(known.includes(label), label);
      }
    });
  }

  it('has a row for each question, and panels that stand side by side', () => {
    const rows = dashboard.panels.flatMap((panel) => (panel.type === 'row' ? [panel.title] : []));
    assert.deepEqual(rows, ['At a glance', 'Per partner', 'Worker', 'API', 'Process']);
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.ok(x < 24 && !taken.has(`${x},${y}`), `${title} stands on ${taken.get(`${x},${y}`)}`);
          taken.set(`${x},${y}`, title);
        }
      }
    }
  });

  it('lets its reader choose among labels that are there, and uses no other choice', () => {
    const choices = dashboard.templating.list;
    for (const { definition } of choices) {
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '') ?? [];
      if (definition !== undefined) assert.ok(labelsOf(metric)?.includes(label), definition);
    }
    const used = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)]),
    );
    const names = new Set(used.map(([, name]) => name));
    assert.deepEqual([...names].sort(), ['instance', 'partner']);
    for (const name of names) assert.ok(choices.some((choice) => choice.name === name));
  });
});

describe('docs/operating/README.md', () => {
  it('lists every metric of ours with its labels, and no other', () => {
    const listed = [...read('README.md').matchAll(/^\| `(parking_\w+)` \| (.*?) \|/gm)].map(
      ([, name = '', labels = '']) => [
        name,
        [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort(),
      ],
    );
    const sampleOf = (family: string): string =>
      scrape.families.get(family) === 'histogram' ? `${family}_count` : family;
    const exported = [...scrape.families.keys()]
      .filter((family) => family.startsWith('parking_'))
      .map((family) => [family, [...(scrape.labels.get(sampleOf(family))?.keys() ?? [])].sort()]);
    assert.deepEqual(listed.sort(), exported.sort());
  });
});
