import * as v from 'valibot';
import { list } from './bounded.ts';

/** Bytes in base64url, as the browser's own JSON of a credential has them. */
const Bytes = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/));

export const PASSKEY_NAME_MAX = 60;
export const PasskeyName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(PASSKEY_NAME_MAX, `The name can have at most ${PASSKEY_NAME_MAX} characters.`),
);

/** A passkey of the caller. */
export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  /** It is on all devices of an account, such as a password manager's; others are in one device alone. */
  is_synced: v.boolean(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

const Credential = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.array(v.string()) });

/** What the browser is asked for to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(Credential),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreation>;

/** What the browser is asked for to use one (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  /** Empty when any passkey of the host will do. */
  allowCredentials: v.array(Credential),
  userVerification: v.picklist(['required', 'preferred']),
});
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequest>;

const credential = { id: Bytes(1400), rawId: Bytes(1400), type: v.literal('public-key') };

/** A new passkey, as the browser hands it over. */
export const NewPasskeyInput = v.object({
  name: PasskeyName,
  credential: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: Bytes(4096),
      attestationObject: Bytes(4096),
      transports: v.optional(list(v.pipe(v.string(), v.maxLength(20)), { max: 8 }), []),
    }),
  }),
});

/** What a passkey has signed. */
export const PasskeyAnswer = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Bytes(4096),
    authenticatorData: Bytes(2048),
    signature: Bytes(2048),
    userHandle: v.optional(Bytes(128)),
  }),
});
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>;

const next = v.optional(v.pipe(v.string(), v.maxLength(2000)));
export const PasskeySignInInput = v.object({ credential: PasskeyAnswer, next });
export const PasskeySecondFactorInput = v.object({
  credential: PasskeyAnswer,
  /** Not to ask in this browser for 30 days. */
  remember: v.optional(v.boolean(), false),
  next,
});
export const PasskeyNameInput = v.object({ name: PasskeyName });

/** What a sign-in that waits can be finished with. */
export const WaitingFactors = v.object({ code: v.boolean(), passkey: v.boolean() });
export type WaitingFactors = v.InferOutput<typeof WaitingFactors>;
