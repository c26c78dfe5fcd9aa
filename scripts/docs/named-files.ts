import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Paths that a page names: in back quotes from the repository's root, and as relative links. */
const namedIn = (page: string, text: string): readonly string[] => {
  const quoted = [
    ...text.matchAll(/`((?:service|partner-kit|conformance|scripts|test|docs)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
    normalize(join(dirname(page), path)),
  );
  return [...quoted, ...linked];
};

/** Every file a page names that is not there, as `page: path`. */
export const findMissingFiles = (root: string, pages: readonly string[]): readonly string[] =>
  pages.flatMap((page) =>
    namedIn(page, readFileSync(join(root, page), 'utf8'))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );

/** How many names a page gives, so that a check of none is seen. */
export const countNamedFiles = (root: string, page: string): number =>
  namedIn(page, readFileSync(join(root, page), 'utf8')).length;
