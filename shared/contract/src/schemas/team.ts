import * as v from 'valibot';
import { list } from './bounded.ts';
import { Id, Timestamp } from './fields.ts';
import { PackageName, Signature } from './release.ts';

export const TeamName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(60, 'The name can have at most 60 characters.'),
);

/** A raw Ed25519 public key, base64, as `release keygen` prints it. */
export const PublicKey = v.pipe(
  v.string('Paste a public key.'),
  v.trim(),
  v.regex(
    /^[A-Za-z0-9+/]{43}=$/,
    'This is not a public key. Paste the line that "release keygen" printed: 44 characters, ending in "=".',
  ),
);

export const OwnedPackages = list(PackageName, { max: 50 });

/** A public key of a team. Only an `active` or `ending` one is accepted. */
export const TeamKey = v.object({
  keyId: Signature.entries.keyId,
  state: v.picklist(['active', 'ending', 'ended', 'revoked']),
  addedAt: Timestamp,
  /** Email, or `invitation`. */
  addedBy: v.string(),
  /** When it stops working, because another key replaced it. */
  endsAt: v.nullable(Timestamp),
  revokedAt: v.nullable(Timestamp),
  revokedBy: v.nullable(v.string()),
  lastUsedAt: v.nullable(Timestamp),
  /** What it was last used for, e.g. `promote mf-orders`. */
  lastUse: v.nullable(v.string()),
});
export type TeamKey = v.InferOutput<typeof TeamKey>;

/** A team, the packages that belong to it, and its keys, the newest first. */
export const Team = v.object({
  id: Id,
  name: v.string(),
  packages: v.array(PackageName),
  keys: v.array(TeamKey),
  /** The open invitation, with which one key can be added. */
  invitation: v.nullable(v.object({ createdAt: Timestamp, createdBy: v.string(), expiresAt: Timestamp })),
  createdAt: Timestamp,
  createdBy: v.string(),
});
export type Team = v.InferOutput<typeof Team>;

/** A key of RELEASE_KEYS; it can only be changed there. */
export const ConfiguredKey = v.object({
  keyId: Signature.entries.keyId,
  /** Null: every package. */
  packages: v.nullable(v.array(PackageName)),
});
export type ConfiguredKey = v.InferOutput<typeof ConfiguredKey>;

/** An attempt that was rejected, because its package does not belong to the key, or the key has ended. */
export const KeyRefusal = v.object({ at: Timestamp, reason: v.string() });
export type KeyRefusal = v.InferOutput<typeof KeyRefusal>;

/** The text that a key signs to call a panel: for one panel, and for a few minutes. It can't be read as a release. */
export const CallText = v.object({ use: v.literal('panel call'), host: v.string(), at: Timestamp });
export type CallText = v.InferOutput<typeof CallText>;

/** What a call token contains. */
export const SignedCall = v.object({ text: v.string(), ...Signature.entries });
export type SignedCall = v.InferOutput<typeof SignedCall>;

/** Prefixes of bearer tokens: base64url of a SignedCall, and an invitation's code. */
export const CALL_TOKEN = 'call_';
export const INVITATION_CODE = 'invite_';
