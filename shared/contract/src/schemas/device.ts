import * as v from 'valibot';
import { ApiTokenInput } from './api-token.ts';

/** RFC 8628 §6.1: consonants alone spell no words, and none of them is taken for a digit. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;
/** What people type has dashes and spaces at most. */
const TYPED_MAX = 40;

/** A code as it is stored: large letters without dashes and spaces. */
export const plainUserCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);
const NO_CODE = 'Enter the eight letters that your terminal shows, such as WDJB-MJHT.';

/** A code as people type it, with or without dash and in any case. */
export const UserCode = v.pipe(
  v.string(NO_CODE),
  v.maxLength(TYPED_MAX, NO_CODE),
  v.transform((typed) => plainUserCode(typed)),
  v.regex(USER_CODE, NO_CODE),
);

/** Anybody can send these, and a person decides by what they read: no spaces, so nobody writes them a sentence. */
const Named = (max: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty('Enter a name.'),
    v.maxLength(max, `The name can have at most ${max} characters.`),
    v.regex(/^[\w.-]+$/, 'Only letters, digits, dots, hyphens and underscores are allowed.'),
  );

/** Which program asks, and on which machine it runs. */
export const DeviceStartInput = v.object({ client_name: Named(20), host_name: Named(63) });

/** RFC 8628 §3.2. */
export const DeviceStarted = v.object({
  device_code: v.string(),
  user_code: v.string(),
  verification_uri: v.string(),
  verification_uri_complete: v.string(),
  expires_in: v.number(),
  interval: v.number(),
});
export type DeviceStarted = v.InferOutput<typeof DeviceStarted>;

export const DevicePollInput = v.object({ device_code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) });

/** RFC 6749 §5.1; `expires_in` is null for a token that does not expire. */
export const DeviceToken = v.object({
  access_token: v.string(),
  token_type: v.literal('Bearer'),
  expires_in: v.nullable(v.number()),
  scope: v.string(),
  name: v.string(),
});
export type DeviceToken = v.InferOutput<typeof DeviceToken>;

export const DeviceCodeInput = v.object({ user_code: UserCode });

/** What asks to be let in. */
export const DeviceRequest = v.object({
  user_code: v.string(),
  client_name: v.string(),
  host_name: v.string(),
  ip: v.nullable(v.string()),
  created_at: v.string(),
  expires_at: v.string(),
});
export type DeviceRequest = v.InferOutput<typeof DeviceRequest>;

export const DeviceApprovalInput = v.object({
  user_code: UserCode,
  scopes: ApiTokenInput.entries.scopes,
  expires_in_days: ApiTokenInput.entries.expires_in_days,
  password: ApiTokenInput.entries.password,
});
export type DeviceApprovalInput = v.InferInput<typeof DeviceApprovalInput>;

/** RFC 7009: whoever has a token can end it. */
export const TokenRevocationInput = v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) });
