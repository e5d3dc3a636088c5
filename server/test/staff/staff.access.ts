import { randomBytes } from 'node:crypto';
import { at, NO_ID, row, staff, type Row } from '../contract/access-outcomes.ts';

const missing = { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };

/** The calls about the staff of a partner. A customer is none; another test has the staff of other partners. */
export const rows: Readonly<Record<string, Row>> = {
  'staff.list': at(staff, '/partner/staff'),
  'staff.invite': row(staff, () => ({
    path: '/partner/staff',
    body: { email: `n${randomBytes(5).toString('hex')}@staff.example`, staff_role: 'support' },
  })),
  'staff.inviteAgain': at(missing, `/partner/staff/${NO_ID}/invitation`, {}),
  'staff.changeRole': row(missing, ({ customerId }) => ({
    path: `/partner/staff/${customerId}`,
    body: { staff_role: 'support' },
  })),
  'staff.remove': row(missing, ({ customerId }) => ({ path: `/partner/staff/${customerId}` })),
};
