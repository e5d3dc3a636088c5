import { every, row, staff, type Row } from '../contract/access-outcomes.ts';

/** Staff sign in as customers of their partner; to other partners these do not exist. */
export const rows: Readonly<Record<string, Row>> = {
  'impersonation.start': row({ ...staff, foreignAdmin: 'NOT_FOUND' }, ({ userId }) => ({
    path: `/customer/${userId}/session`,
    body: { reason: 'A ticket about the shop' },
  })),
  'impersonation.end': row(every('ok'), () => ({ path: '/customer/session/end' })),
};
