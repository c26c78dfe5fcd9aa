/** Where a receiver is mounted. */
export interface MountOptions {
  /** Path before the receiver's own paths, such as `/partner`; not needed where the framework strips it itself. */
  readonly prefix?: string;
}

/** The path below the prefix; `undefined` when it lies elsewhere. */
export const belowPrefix = (path: string, prefix = ''): string | undefined => {
  const plain = prefix.replace(/\/+$/, '');
  if (!path.startsWith(plain)) return undefined;
  const rest = path.slice(plain.length);
  return rest.startsWith('/') ? rest : undefined;
};
