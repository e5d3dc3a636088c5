import { anonymous, at, every, NO_ID, signedIn, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const all = (code: string): Outcome => ({ ...every(code), anonymous });

/** Well-formed, and signed by nobody. */
const credential = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', attestationObject: 'AAAA' },
};

/** Everybody's own sessions; an API token opens none of it. */
export const rows: Readonly<Record<string, Row>> = {
  'security.sessions': at(signedIn, '/security/sessions'),
  'security.endSession': at(all('NOT_FOUND'), `/security/sessions/${NO_ID}`),
  'security.endOtherSessions': at(signedIn, '/security/sessions'),
  'session.waitingFactors': at(every('SIGN_IN_EXPIRED'), '/second-factor'),
  'session.secondFactor': at(every('SIGN_IN_EXPIRED'), '/second-factor', { code: '123456' }),
  'security.prove': at(all('PASSWORD_WRONG'), '/security/proof', { password: 'Wrong1Password' }),
  'security.factors': at(signedIn, '/security/factors'),
  'security.beginTotp': at(signedIn, '/security/totp'),
  'security.confirmTotp': at(all('VALIDATION'), '/security/totp/confirm', { code: '' }),
  'security.removeTotp': at(all('NOT_FOUND'), '/security/totp/remove', { password: 'Wrong1Password', code: '123456' }),
  'security.newRecoveryCodes': at(all('SECOND_FACTOR_MISSING'), '/security/recovery-codes'),
  'passkey.signInOptions': at(every('ok'), '/passkeys/sign-in/options'),
  'passkey.signIn': at(every('PASSKEY_REFUSED'), '/passkeys/sign-in', { credential }),
  'passkey.secondFactorOptions': at(every('SIGN_IN_EXPIRED'), '/passkeys/second-factor/options'),
  'passkey.secondFactor': at(every('SIGN_IN_EXPIRED'), '/passkeys/second-factor', { credential }),
  'passkey.proofOptions': at(signedIn, '/passkeys/proof/options'),
  'passkey.begin': at(signedIn, '/passkeys/options'),
  'passkey.add': at(all('PASSKEY_REFUSED'), '/passkeys', { name: 'Laptop', credential }),
  'passkey.rename': at(all('NOT_FOUND'), `/passkeys/${NO_ID}`, { name: 'Laptop' }),
  'passkey.remove': at(all('NOT_FOUND'), `/passkeys/${NO_ID}`),
  'security.staffPolicy': at(staff, '/security/staff-policy'),
  'security.saveStaffPolicy': at(staff, '/security/staff-policy', { second_factor: false }),
};
