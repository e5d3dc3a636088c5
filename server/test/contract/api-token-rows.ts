import { at, customers, otherKind, type Row } from './access-outcomes.ts';

const wrong = { owner: 'PASSWORD_WRONG', neighbour: 'PASSWORD_WRONG', foreignCustomer: 'PASSWORD_WRONG' };

/** The calls of API tokens, for customers alone. */
export const apiTokenRows: Record<string, Row> = {
  'apiToken.list': at(customers, '/api-token'),
  'apiToken.create': at({ ...customers, ...wrong }, '/api-token', {
    ...{ name: 'Deploy', scopes: ['sites:read'], expires_in_days: 90, password: 'Wrong1Password' },
  }),
  'apiToken.revoke': at(otherKind, '/api-token/6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c'),
  'apiToken.revokeAll': at(customers, '/api-token'),
};
