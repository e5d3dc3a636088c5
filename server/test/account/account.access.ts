import { at, customers, every, type Row } from '../contract/access-outcomes.ts';

const nothingWaits = { ...customers, owner: 'NOT_FOUND', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' };
const token = 'x'.repeat(43);

/** Every customer's own account; API tokens open none of it, and staff are changed by other staff. */
export const rows: Readonly<Record<string, Row>> = {
  'account.emailChange': at(customers, '/account/email-change'),
  'account.changeEmail': at(customers, '/account/email-change', { email: 'new@people.example' }),
  'account.stopEmailChange': at(nothingWaits, '/account/email-change'),
  'account.belongings': at(customers, '/account/deletion'),
  'account.remove': at(customers, '/account/deletion'),
  'account.export': at(customers, '/account/export'),
  'account.startExport': at(customers, '/account/export'),
  'account.exportLink': at(nothingWaits, '/account/export/download'),
  'account.link': at(every('TOKEN_INVALID'), '/account/link', { token }),
  'account.useLink': at(every('TOKEN_INVALID'), '/account/link/use', { token }),
};
