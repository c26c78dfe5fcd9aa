import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Beside `dist` in the installed package. */
const committed = new URL('../../../../assets/', import.meta.url);

export interface Asset {
  readonly type: string;
  readonly content: Buffer;
  readonly digest: string;
}

/** The files that pages refer to, held in memory by the path they are served at. */
export interface Assets {
  /** Changes with the style sheet's content, so it may be kept for ever. */
  readonly stylePath: string;
  readonly find: (path: string) => Asset | undefined;
}

const assetOf = (file: URL, type: string): Asset => {
  const content = readFileSync(file);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { type, content, digest };
};

export const loadAssets = (folder: URL = committed): Assets => {
  const style = assetOf(new URL('site.css', folder), 'text/css; charset=utf-8');
  const stylePath = `/style/${style.digest}.css`;
  const byPath = new Map([
    [stylePath, style],
    ...['icons', 'photos'].flatMap((kind) =>
      readdirSync(new URL(`${kind}/`, folder))
        .filter((name) => name.endsWith('.svg'))
        .map(
          (name) =>
            [`/${kind}/${name}`, assetOf(new URL(`${kind}/${name}`, folder), 'image/svg+xml')] as const,
        ),
    ),
  ]);
  return { stylePath, find: (path) => byPath.get(path) };
};
