import { at, customers, NO_ID, otherKind, type Row } from '../contract/access-outcomes.ts';

const wrong = { owner: 'PASSWORD_WRONG', neighbour: 'PASSWORD_WRONG', foreignCustomer: 'PASSWORD_WRONG' };

/** For customers alone. */
export const rows: Readonly<Record<string, Row>> = {
  'apiToken.list': at(customers, '/api-token'),
  'apiToken.create': at({ ...customers, ...wrong }, '/api-token', {
    ...{ name: 'Deploy', scopes: ['sites:read'], expires_in_days: 90, password: 'Wrong1Password' },
  }),
  'apiToken.revoke': at(otherKind, `/api-token/${NO_ID}`),
  'apiToken.revokeAll': at(customers, '/api-token'),
};
