import type { SourceFile } from './read-imports.js';

/** Every cycle of imports that a depth-first walk meets, each named once by its files in order. */
export const findCycles = (sources: readonly SourceFile[]): readonly (readonly string[])[] => {
  const imports = new Map(sources.map(({ path, files }) => [path, files]));
  const finished = new Set<string>();
  const cycles: string[][] = [];

  const walk = (path: string, trail: readonly string[]): void => {
    if (finished.has(path)) return;
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path]);
      return;
    }
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
    finished.add(path);
  };

  for (const { path } of sources) walk(path, []);
  return cycles;
};
