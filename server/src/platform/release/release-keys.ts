import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import path from 'node:path';
import type { Signature } from '@panel/contract/release';
import type { ReleaseKeyEntry } from '../../config/config.ts';
import type { KnownKey } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/clock-and-log.ts';
import { readOrCreateSecret } from '../../security/read-or-create-secret.ts';
import { findKey, packagesOfTeam, releasedWith, type TeamKeyRow } from '../team/team.repo.ts';

/** The DER form of an Ed25519 key is this prefix and its 32 bytes (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs texts, for the installation or for a developer's own panel. */
export type Signer = { keyId: string; sign(text: string): Signature };

/** Finds keys by id; one that was revoked or replaced is found, too. */
export type FindKey = (keyId: string) => Promise<KnownKey | null>;

const rawOf = (key: KeyObject): Buffer =>
  (key.export({ type: 'spki', format: 'der' }) as Buffer).subarray(PUBLIC_DER.length);
const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER, raw]), format: 'der', type: 'spki' });
const keyIdOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex').slice(0, 16);

function signerOf(key: KeyObject): Signer {
  const keyId = keyIdOf(rawOf(createPublicKey(key)));
  return {
    keyId,
    sign: (text) => ({ keyId, signature: sign(null, Buffer.from(text, 'utf8'), key).toString('base64') }),
  };
}

/** The key that signs bundled releases: derived from the installation's secret, so that every process has the same. */
function installationKey(secretKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'panel release signing', 32));
  return createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
}

/** The key of `pnpm release` for one's own panel (development): `DATA_DIR/keys/release.pem`, created on first start. */
function developerKey(dataDir: string): KeyObject {
  return createPrivateKey(
    readOrCreateSecret(
      path.join(dataDir, 'keys', 'release.pem'),
      () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ),
  );
}

export type ReleaseKeys = { installation: Signer; find: FindKey; configured(): Promise<KnownKey[]> };

const EVERY = '*';

type Config = { releaseKeys: readonly ReleaseKeyEntry[]; development: boolean; dataDir: string };

/** A key of RELEASE_KEYS: its packages, or, if it is listed without one, those that it has already released. */
async function configuredKey(db: Database, entries: readonly ReleaseKeyEntry[], raw: Buffer): Promise<KnownKey> {
  const keyId = keyIdOf(raw);
  const named = entries.flatMap((entry) => entry.package ?? []);
  const isAlone = entries.some((entry) => entry.package === null);
  const packages = [...named, ...(isAlone ? await releasedWith(db, keyId) : [])];
  return {
    keyId,
    key: publicKeyOf(raw),
    of: 'of RELEASE_KEYS',
    team: null,
    packages: named.includes(EVERY) ? null : [...new Set(packages)],
    ended: null,
  };
}

function endOf({ revokedAt, revokedBy, endsAt }: TeamKeyRow, now: Date): string | null {
  if (revokedAt) return `was revoked on ${revokedAt.toISOString()} by ${revokedBy}`;
  return endsAt && endsAt <= now ? `was replaced by another key and ended on ${endsAt.toISOString()}` : null;
}

/**
 * The keys that this panel trusts: those of teams, of RELEASE_KEYS, of the installation, and in development that of
 * DATA_DIR/keys. Teams' keys are read each time, so that a change counts at once in every process.
 */
export function createReleaseKeys(
  { config, db, clock }: { config: Config; db: Database; clock: Clock },
  secretKey: Buffer,
): ReleaseKeys {
  const installation = installationKey(secretKey);
  const operators = [installation, ...(config.development ? [developerKey(config.dataDir)] : [])].map(
    (key): KnownKey => {
      const raw = rawOf(createPublicKey(key));
      return {
        keyId: keyIdOf(raw),
        key: publicKeyOf(raw),
        of: 'of the operator',
        team: null,
        packages: null,
        ended: null,
      };
    },
  );
  const entries = Map.groupBy(config.releaseKeys, ({ publicKey }) => publicKey);
  const configured = () =>
    Promise.all([...entries].map(([text, of]) => configuredKey(db, of, Buffer.from(text, 'base64'))));
  return {
    installation: signerOf(installation),
    configured,
    async find(keyId) {
      const own = operators.find((known) => known.keyId === keyId);
      if (own) return own;
      const row = await findKey(db, keyId);
      if (!row) return (await configured()).find((known) => known.keyId === keyId) ?? null;
      return {
        keyId,
        key: publicKeyOf(Buffer.from(row.publicKey, 'base64')),
        of: `of the team ${row.team}`,
        team: row.team,
        packages: await packagesOfTeam(db, row.teamId),
        ended: endOf(row, clock.now()),
      };
    },
  };
}

/** The id of a raw public key in base64. */
export const keyIdOfText = (publicKey: string): string => keyIdOf(Buffer.from(publicKey, 'base64'));

/** Whether the key has signed exactly this text. */
export const hasSigned = ({ key }: KnownKey, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));

const keyRefused = ({ keyId, of }: KnownKey, reason: string): PanelError =>
  new PanelError('KEY_REFUSED', { reason: `The key ${keyId} ${of} ${reason}` });

/** @throws PanelError KEY_REFUSED when the key was revoked or replaced */
export function checkAccepted(known: KnownKey): void {
  if (known.ended)
    throw keyRefused(known, `${known.ended}. Ask the operator of the panel for an invitation, and add a new key.`);
}

/**
 * Checks that a key is still accepted and that a package belongs to it.
 * @throws PanelError KEY_REFUSED with the packages that do
 */
export function checkOwns(known: KnownKey, name: string): void {
  checkAccepted(known);
  const { of, packages } = known;
  if (packages === null || packages.includes(name)) return;
  const owned = packages.length > 0 ? `may release ${packages.join(', ')} only` : 'may release nothing';
  throw keyRefused(
    known,
    `${owned}: ${name} does not belong to it. The operator of the panel gives packages to teams at /admin/teams${of === 'of RELEASE_KEYS' ? `, or writes ${name}=KEY into RELEASE_KEYS` : ''}.`,
  );
}
