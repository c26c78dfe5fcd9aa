import { encode } from 'uqr';

/** As `validation.scan_code` of the API says it. */
const errorCorrection = 'M';
/** A reader needs four modules of silence round the code (ISO/IEC 18004). */
const quietModules = 4;

/** One horizontal run of dark modules per path step: a code of some 30 rows stays below 4 kB. */
const runsOf = (row: readonly boolean[], y: number): string => {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    path += `M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`;
  }
  return path;
};

/** The QR code of a text as an SVG that a page may show by itself: a `data:` address, black on white. */
export const qrImage = (code: string): string => {
  const { data, size } = encode(code, { ecc: errorCorrection, border: quietModules });
  const path = data.map(runsOf).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};
