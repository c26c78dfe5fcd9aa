import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readStories, type Story } from './support/guide-stories.js';
import { type OperatedMarket, openOperatedMarket } from './support/operated-market.js';
import { asInThePage, isPrintedAlike, withoutWhatVaries } from './support/printed-alike.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = join(root, 'docs/operating.md');
const page = readFileSync(file, 'utf8');

/** With `PARKING_TEST_WRITE_GUIDE=on` the page is given what was printed, where that is something else. */
const isWriting = process.env['PARKING_TEST_WRITE_GUIDE'] === 'on';
const corrections: { readonly line: number; readonly shown: string; readonly printed: string }[] = [];

/** The value that `partners rotate` printed last. */
const shownValue = (printed: string): string | undefined => /\b[0-9a-f]{64}\b/.exec(printed)?.[0];

interface Told {
  readonly market: OperatedMarket;
  readonly newValue: () => string;
}

type Happen = (told: Told, ...words: readonly string[]) => Promise<void> | void;

/** The words of the page's hidden comments. */
const events: readonly (readonly [RegExp, Happen])[] = [
  [/^(\S+) holds (\S+)$/, ({ market }, name = '', value = '') => market.keep(name, value)],
  [/^(\S+) is set up$/, ({ market }, id = '') => market.setUp(id)],
  [/^the partner takes the new value$/, ({ market, newValue }) => market.partner.take(newValue())],
  [/^the partner takes (\S+)$/, ({ market }, value = '') => market.partner.take(value)],
  [/^the partner hangs$/, ({ market }) => market.partner.hang()],
  [/^the partner answers again$/, ({ market }) => market.partner.answer()],
  [/^the partner is down$/, ({ market }) => market.partner.goDown()],
  [/^the partner is up$/, ({ market }) => market.partner.comeUp()],
  [/^the partner loses its data$/, ({ market }) => market.partner.forget()],
  [/^(\S+) sells (\d+)$/, ({ market }, id = '', count = '') => market.sell(id, Number(count))],
  [/^(\S+) sells (\d+) at once$/, ({ market }, id = '', count = '') => market.sellAtOnce(id, Number(count))],
  [/^(\d+) hours pass$/, ({ market }, hours = '') => market.pass(Number(hours))],
  [/^until (\S+) is (\S+)$/, ({ market }, id = '', state = '') => market.untilState(id, state)],
  [
    /^until (\d+) wait for the answer of (\S+)$/,
    ({ market }, count = '', id = '') => market.untilOnTheirWay(id, Number(count)),
  ],
  [/^until nothing waits for (\S+)$/, ({ market }, id = '') => market.untilNothingWaits(id)],
];

const happen = async (told: Told, words: string): Promise<void> => {
  for (const [pattern, act] of events) {
    const [found, ...parts] = pattern.exec(words) ?? [];
    if (found !== undefined) return act(told, ...parts);
  }
  assert.fail(`no event is called "${words}"`);
};

/** Both streams as a terminal shows them, and the exit code where it is not 0. */
const run = async (market: OperatedMarket, command: string): Promise<string> => {
  const child = spawn('bash', ['-c', `exec 2>&1; ${command}`], {
    cwd: market.folder,
    env: {
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...market.settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return code === 0 ? printed : `${printed}(exit code ${code})\n`;
};

const bookingIds = (text: string): readonly string[] => text.match(/\b\d{11}\b/g) ?? [];

/** The bookings of the page and of this run, each known by when it was first seen. */
const createBookings = () => {
  const [inPage, here] = [new Set<string>(), new Set<string>()];
  const translated = (text: string, from: ReadonlySet<string>, to: ReadonlySet<string>): string => {
    const names = [...to];
    const known = [...from];
    return text.replaceAll(/\b\d{11}\b/g, (id) => names[known.indexOf(id)] ?? id);
  };
  return {
    see: (shown: string, printed: string): void => {
      for (const id of bookingIds(shown)) inPage.add(id);
      for (const id of bookingIds(printed)) here.add(id);
    },
    toHere: (text: string): string => translated(text, inPage, here),
    toPage: (text: string): string => translated(text, here, inPage),
  };
};

const tell = async ({ steps }: Story): Promise<void> => {
  const market = await openOperatedMarket();
  const bookings = createBookings();
  let newValue = '';
  try {
    for (const step of steps) {
      if (step.kind === 'event') {
        await happen({ market, newValue: () => newValue }, step.words);
        continue;
      }
      const { command, printed: shown } = step;
      const local = bookings.toHere(command).replaceAll('https://acme.example', market.partner.url);
      const raw = await run(market, local);
      newValue = shownValue(raw) ?? newValue;
      const printed = asInThePage(raw, {
        partnerUrl: market.partner.url,
        folder: market.settings.PARKING_DATA_DIR,
      });
      bookings.see(shown, printed);
      const asShown = bookings.toPage(printed);
      if (isPrintedAlike(shown, asShown)) continue;
      if (isWriting) corrections.push({ line: step.line, shown, printed: asShown });
      else assert.equal(withoutWhatVaries(asShown), withoutWhatVaries(shown), command);
    }
  } finally {
    await market.end();
  }
};

describe("the operating guide's stories", { concurrency: true }, () => {
  for (const story of readStories(page)) it(story.title, () => tell(story));

  it('are all there', () => {
    assert.equal(readStories(page).length, 4);
  });

  after(() => {
    if (corrections.length === 0) return;
    const lines = page.split('\n');
    for (const { line, shown, printed } of corrections.toSorted((left, right) => right.line - left.line))
      lines.splice(line, shown === '' ? 0 : shown.split('\n').length, ...printed.trimEnd().split('\n'));
    writeFileSync(file, lines.join('\n'));
  });
});
