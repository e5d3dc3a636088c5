import * as v from 'valibot';
import { listQuery } from './list.ts';
import { Passkey, PasskeyAnswer } from './passkey.ts';

/** A browser in which the caller is signed in. */
export const OwnSession = v.object({
  id: v.string(),
  /** The browser that asks. */
  is_current: v.boolean(),
  /** By what the browser says of itself; null when that is unknown. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  ip: v.nullable(v.string()),
  created_at: v.string(),
  /** Of the last request, to the minute. */
  last_seen_at: v.string(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

export const OwnSessionListQuery = v.object(listQuery(['created_at', 'last_seen_at']));

/** Six digits of an authenticator app, or a recovery code; people type both with spaces. */
const Code = v.pipe(
  v.string('Enter a code.'),
  v.maxLength(40, 'This code is too long.'),
  v.transform((code) => code.replace(/[\s-]/g, '').toLowerCase()),
  v.nonEmpty('Enter a code.'),
);
const OwnPassword = v.pipe(v.string('Enter your password.'), v.nonEmpty('Enter your password.'), v.maxLength(200));

export const SecondFactorInput = v.object({
  code: Code,
  /** Not to ask in this browser for 30 days. */
  remember: v.optional(v.boolean(), false),
  next: v.optional(v.pipe(v.string(), v.maxLength(2000))),
});

/** What a sign-in of the caller asks for besides the password. */
export const SecondFactors = v.object({
  /** The authenticator app; null without one. */
  totp: v.nullable(v.object({ since: v.string() })),
  /** Those of this panel's address. */
  passkeys: v.array(Passkey),
  /** Recovery codes that were not used yet. */
  recovery_codes: v.number(),
  /** Other factors than a password are required of the caller. */
  is_required: v.boolean(),
  /** The caller has a password, which removing a factor asks for. */
  has_password: v.boolean(),
});
export type SecondFactors = v.InferOutput<typeof SecondFactors>;

/** The secret is in this answer only. */
export const NewTotp = v.object({ status: v.literal(true), secret: v.string(), address: v.string() });
export type NewTotp = v.InferOutput<typeof NewTotp>;

export const TotpCodeInput = v.object({ code: Code });
export const RemoveTotpInput = v.object({ password: OwnPassword, code: Code });

/** The codes are in this answer only. */
export const RecoveryCodes = v.object({ status: v.literal(true), codes: v.array(v.string()) });

/** Who makes the request proves it again: with the password, a code of a second factor, or a passkey. */
export const PasswordProof = v.strictObject({ password: OwnPassword });
export const CodeProof = v.strictObject({ code: Code });
export const PasskeyProof = v.strictObject({ credential: PasskeyAnswer });
export const ProofInput = v.union([PasswordProof, CodeProof, PasskeyProof]);

/** What a partner requires of its staff. */
export const StaffPolicy = v.object({ second_factor: v.boolean() });
export type StaffPolicy = v.InferOutput<typeof StaffPolicy>;
