import { randomBytes } from 'node:crypto';
import { at, customers, row, type Row } from '../contract/access-outcomes.ts';

const missing = { ...customers, owner: 'NOT_FOUND', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' };

/** The calls about the members of a customer’s account. Other customers are none of them. */
export const rows: Readonly<Record<string, Row>> = {
  'member.list': at(customers, '/account/member'),
  'member.workloads': at(customers, '/account/member/workloads'),
  'member.invite': row(customers, () => ({
    path: '/account/member',
    body: { email: `n${randomBytes(5).toString('hex')}@team.example`, role: 'developer', workload_ids: null },
  })),
  'member.inviteAgain': row(missing, ({ customerId }) => ({
    path: `/account/member/${customerId}/invitation`,
    body: {},
  })),
  'member.change': row(missing, ({ customerId }) => ({
    path: `/account/member/${customerId}`,
    body: { role: 'developer', workload_ids: null },
  })),
  'member.remove': row(missing, ({ customerId }) => ({ path: `/account/member/${customerId}` })),
};
