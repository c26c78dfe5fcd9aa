import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface SourceFile {
  /** From the repository's root. */
  readonly path: string;
  /** Imported source files of ours, as paths from the root; type imports counted. */
  readonly files: readonly string[];
  /** Imported packages and Node modules, by their name. */
  readonly packages: readonly string[];
  readonly readsEnvironment: boolean;
}

const packageName = (specifier: string): string =>
  specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] ?? specifier);

const resolveFile = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');

/** What one source file imports, by a parser (comments and strings cannot deceive it). */
export const readImports = (path: string, text: string): SourceFile => {
  const { module: parsed } = parseSync(path, text);
  const written = [
    ...parsed.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...parsed.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...parsed.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return {
    path,
    files: written
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => resolveFile(path, specifier)),
    packages: written.filter((specifier) => !specifier.startsWith('.')).map(packageName),
    readsEnvironment: /\bprocess\s*\.\s*env\b/.test(text),
  };
};
