import { type Row, rowsOf } from '../../answer.js';
import { printTable } from '../../print-answer.js';

const columns = ['client_id', 'name', 'partner', 'scopes', 'permissions', 'redirect_uris', 'secrets'];
const onceColumns = ['client_id', 'client_secret', ...columns.slice(1)];

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const secretTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? rowsOf(value) : []).map(({ id, ends_at: endsAt }) =>
    endsAt === null ? String(id) : `${id} (until ${endsAt})`,
  );

/** A client as one row of a table. */
const tabled = (client: Row): Row => ({
  ...client,
  redirect_uris: textsIn(client['redirect_uris']).join(' '),
  secrets: secretTexts(client['secrets']).join(', '),
});

/** Prints a client, or a list of them. */
export const printClient = printTable(columns, tabled);
/** Prints a client with its new secret, which is not shown again. */
export const printWithSecret = printTable(onceColumns, tabled);
