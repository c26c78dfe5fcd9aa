import { fileURLToPath } from 'node:url';

/** Folder of this package: clauses, scenarios and schemas lie beside the compiled code, not in it. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
