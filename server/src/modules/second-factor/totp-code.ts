import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes count: clocks of phones are not exact. */
const SKEW_STEPS = 1;
/** As RFC 4226 §4 recommends: 160 bits. */
const SECRET_BYTES = 20;

/** A new secret, in base32 as authenticator apps take it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, about: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...about, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** What the QR code says: apps read the account's name and secret from it. */
export const totpAddress = (secret: string, { company, email }: { company: string; email: string }): string =>
  totpOf(secret, { issuer: company.replaceAll(':', ' '), label: email }).toString();

/** The time step that a code belongs to, if it is the current one or one beside it; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, window: SKEW_STEPS, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}
