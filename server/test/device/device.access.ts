import { at, customers, every, otherKind, type Row } from '../contract/access-outcomes.ts';

const CODE = 'WDJB-MJHT';
const wrong = { owner: 'PASSWORD_WRONG', neighbour: 'PASSWORD_WRONG', foreignCustomer: 'PASSWORD_WRONG' };

/** Programs start and poll without a session; customers alone decide. */
export const rows: Readonly<Record<string, Row>> = {
  'device.start': at(every('ok'), '/api-token/device', { client_name: 'panel', host_name: 'laptop' }),
  'device.token': at(every('INVALID_GRANT'), '/api-token/device/token', { device_code: 'unknown' }),
  'device.request': at(otherKind, `/api-token/device?user_code=${CODE}`),
  'device.approve': at({ ...customers, ...wrong }, '/api-token/device/approval', {
    ...{ user_code: CODE, scopes: ['sites:read'], expires_in_days: 90, password: 'Wrong1Password' },
  }),
  'device.deny': at(otherKind, '/api-token/device/denial', { user_code: CODE }),
  'device.revoke': at(every('ok'), '/api-token/revocation', { token: 'unknown' }),
};
