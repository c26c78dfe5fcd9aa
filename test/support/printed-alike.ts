const host = 'acme.example';

interface Here {
  readonly partnerUrl: string;
  readonly folder: string;
}

/** As the page writes what is another thing in each run: where the partner is, and the data. */
export const asInThePage = (text: string, { partnerUrl, folder }: Here): string => {
  const { host: local } = new URL(partnerUrl);
  const shown = `https://${host}`;
  return text
    .replaceAll(folder, '/var/lib/parking')
    .replaceAll(`${partnerUrl}  `, `${shown.padEnd(partnerUrl.length)}  `)
    .replaceAll(partnerUrl, shown)
    .replaceAll(`${local} (127.0.0.1)`, `${host} (192.0.2.1)`)
    .replaceAll(`ECONNREFUSED ${local}`, 'ECONNREFUSED 192.0.2.1:443');
};

const span = String.raw`(?:less than )?\d+(?:\.\d+)? ?(?:ms|s|min|h|d)\b`;

/** Rules in their order; each leaves what a reader goes by. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'TIME'],
  [/\b[0-9a-f]{32,64}\b|\b[0-9a-f]{8}$/gm, 'HEX'],
  [new RegExp(`${span}(?: ${span})?`, 'g'), 'SPAN'],
  [/\d+(?:\.\d+)? (?:bytes|kB|MB|GB)/g, 'SIZE'],
  [/SQLite [\d.]+/g, 'SQLite'],
  [/half open/g, 'open'],
  [/tried again now/g, 'tried again in SPAN'],
  [/-{3,}/g, '--'],
  [/ +/g, ' '],
  [/ $/gm, ''],
  // What is due and on its way goes to and fro while one notice after another tries a partner.
  [/(breaker_open \d+) \d+ \d+/g, '$1 # #'],
  [/(one notice) (?:is trying the partner now|tries the partner TIME, in SPAN)/g, '$1 tries the partner'],
  [/(open SPAN) \d+ timeout TIME \w+$/gm, '$1 # timeout TIME breaker'],
  // Notices that were just let go may have gone.
  [/(live https:\/\/acme\.example) \d+(?: SPAN)? (\d)/g, '$1 # $2'],
];

export const withoutWhatVaries = (text: string): string =>
  varying.reduce((left, [pattern, word]) => left.replaceAll(pattern, word), text).trim();

const escaped = (line: string): string => line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the page shows what was printed; a line of `...` there stands for any number of lines. */
export const isPrintedAlike = (shown: string, printed: string): boolean => {
  const lines = withoutWhatVaries(shown).split('\n');
  const pattern = lines.map((line) => (line === '...' ? '(?:.*\\n)*' : `${escaped(line)}\\n`)).join('');
  return new RegExp(`^${pattern}$`).test(`${withoutWhatVaries(printed)}\n`);
};
