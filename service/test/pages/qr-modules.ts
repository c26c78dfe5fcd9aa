const pixelsPerModule = 4;

/** The dark modules that a QR image of ours draws: its path is made of runs of one row each. */
export const modulesOf = (dataAddress: string): boolean[][] => {
  const svg = Buffer.from(dataAddress.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const path = /<path d="([^"]*)"/.exec(svg)?.[1] ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
};

/** The modules as a camera would see them: RGBA, black on white. */
export const pixelsOf = (
  modules: readonly (readonly boolean[])[],
): { readonly pixels: Uint8ClampedArray; readonly size: number } => {
  const size = modules.length * pixelsPerModule;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let index = 0; index < size * size; index += 1) {
    const row = modules[Math.floor(index / size / pixelsPerModule)];
    if (row?.[Math.floor((index % size) / pixelsPerModule)] === true)
      pixels.fill(0, index * 4, index * 4 + 3);
  }
  return { pixels, size };
};
