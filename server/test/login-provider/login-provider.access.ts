import { anonymous, at, every, NO_ID, signedIn, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const all = (code: string): Outcome => ({ ...every(code), anonymous });
const staffGet = (code: string): Outcome => ({ ...staff, admin: code, foreignAdmin: code, superadmin: code });

/** Nobody has set a provider up here. */
export const rows: Readonly<Record<string, Row>> = {
  'loginProvider.offered': at(every('ok'), '/auth/providers'),
  'loginProvider.start': at(every('NOT_FOUND'), '/auth/github/start', {}),
  'loginProvider.link': at(all('NOT_FOUND'), '/auth/github/link', {}),
  'loginProvider.callback': at(every('PROVIDER_FAILED'), '/auth/github/callback?state=x&code=y'),
  'loginProvider.identities': at(signedIn, '/security/identities'),
  'loginProvider.unlink': at(all('NOT_FOUND'), `/security/identities/${NO_ID}`),
  'loginProvider.list': at(staff, '/partner/login-providers'),
  'loginProvider.create': at(staffGet('VALIDATION'), '/partner/login-providers', { kind: 'oidc' }),
  'loginProvider.change': at(staffGet('NOT_FOUND'), `/partner/login-providers/${NO_ID}`, { client_id: 'x' }),
  'loginProvider.remove': at(staffGet('NOT_FOUND'), `/partner/login-providers/${NO_ID}`),
};
