import assert from 'node:assert/strict';

/** A scrape, read back by the rules of the text format. */
export interface Exposition {
  /** By name and labels as written: `up{job="a"}`. */
  readonly samples: ReadonlyMap<string, number>;
  /** Kind by name. */
  readonly families: ReadonlyMap<string, string>;
  /** Values that were seen for each label, by the sample's name. */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g;

const plain = (written: string): string =>
  written.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

const numberOf = (text: string): number => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text));

/** Fails on a line that is none, and on a sample that comes twice. */
export const readExposition = (text: string): Exposition => {
  const samples = new Map<string, number>();
  const families = new Map<string, string>();
  const labels = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('# HELP '))) {
    const [, family = '', kind = ''] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (family !== '') {
      assert.ok(!families.has(family), `${family} is declared twice`);
      families.set(family, kind);
      continue;
    }
    const [, name = '', written = '', value = ''] =
      sampleLine.exec(line) ?? assert.fail(`no sample: ${line}`);
    const series = written === '' ? name : `${name}{${written}}`;
    assert.ok(!samples.has(series), `${series} comes twice`);
    assert.ok(!Number.isNaN(numberOf(value)) || value.toLowerCase() === 'nan', line);
    samples.set(series, numberOf(value));
    const known = labels.get(name) ?? new Map<string, Set<string>>();
    labels.set(name, known);
    for (const [, key = '', given = ''] of written.matchAll(label)) {
      known.set(key, (known.get(key) ?? new Set()).add(plain(given)));
    }
  }
  return { samples, families, labels };
};
