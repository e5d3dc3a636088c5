import type { CustomerAccount, CustomerFilter } from '@panel/contract';
import type * as v from 'valibot';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { csvLine } from '../../lib/csv.ts';
import { factsOf, listCustomers } from './customer.repo.ts';
import { publicCustomer } from './public-customer.ts';

const ROWS_AT_ONCE = 500;
const ROWS_MOST = 10_000;
/** The first three are those that the import reads. */
const COLUMNS = [
  'Email',
  'First name',
  'Last name',
  'Phone',
  'State',
  'Tags',
  'Sites',
  'Applications',
  'Last sign-in',
  'Created',
];

const lineOf = (row: CustomerAccount): string =>
  csvLine([
    ...[row.email, row.firstname, row.lastname, row.phone_number, row.state, row.tags.join('; ')],
    ...[String(row.sites), String(row.apps), row.last_sign_in_at ?? '', row.created_at],
  ]);

/** The filtered list as CSV, a part of the rows at a time. */
export async function exportCustomers(
  context: CallContext,
  filter: v.InferOutput<typeof CustomerFilter>,
): Promise<string> {
  const { db, clock } = context.app;
  const parts = [csvLine(COLUMNS)];
  for (let offset = 0; offset < ROWS_MOST; offset += ROWS_AT_ONCE) {
    const slice = { limit: ROWS_AT_ONCE, offset, orderBy: 'created_at', sortOrder: 'desc' } as const;
    const { rows } = await listCustomers(db, scopeOf(context), filter, slice);
    const ids = rows.map(({ id }) => id);
    parts.push(...rows.map(publicCustomer(await factsOf(db, ids, clock.now()))).map(lineOf));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return parts.join('');
}
