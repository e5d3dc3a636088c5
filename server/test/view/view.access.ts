import { randomUUID } from 'node:crypto';
import { at, NO_ID, row, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const notForThese: Outcome = { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };
const state = { keyword: '', filters: {}, orderBy: null, sortOrder: null, pageSize: null };

export const rows: Readonly<Record<string, Row>> = {
  'view.list': at(staff, '/partner/views?list=customers'),
  'view.create': row(staff, () => ({
    path: '/partner/views',
    body: { list: 'customers', name: randomUUID(), state },
  })),
  'view.change': at(notForThese, `/partner/views/${NO_ID}`, { name: 'Late' }),
  'view.remove': at(notForThese, `/partner/views/${NO_ID}`),
};
