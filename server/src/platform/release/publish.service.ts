import type { Release, Signature } from '@panel/contract/release';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { Author } from '../team/author.ts';
import { noteUse } from '../team/team.repo.ts';
import { recordChange } from './channel.repo.ts';
import {
  checkAlone,
  checkAmong,
  checkSignature,
  checkTime,
  contentDigest,
  parseRelease,
  refused,
  revokedText,
} from './check-release.ts';
import { liveReleases } from './live-releases.ts';
import { sha256 } from './open-release.ts';
import { repairRelease } from './repair-release.ts';
import type { Deps } from './release-deps.ts';
import { asUnavailable } from './release-store.ts';
import { claimRelease, dropClaim, findRelease, markPublished } from './release.repo.ts';
import { checkOwns } from './release-keys.ts';
import type { KnownKey } from '../../context/call-context.ts';
import { brotliBytes, storedFiles } from './stored-files.ts';
import { unpackUpload, type Upload } from './unpack-upload.ts';

/** An upload without progress for this long counts as interrupted. */
const CLAIM_MS = 10 * 60_000;

/** The signed text; null if it is not signed yet. */
type Signed = { manifest: string; signature: Signature | null };

/**
 * Whether the version is already published with the same content.
 * @throws PanelError RELEASE_EXISTS when the content differs
 */
async function isPublished({ db }: Pick<Deps, 'db'>, release: Release): Promise<boolean> {
  const row = await findRelease(db, release);
  if (!row?.publishedAt) return false;
  if (row.contentDigest === contentDigest(release)) return row.removedAt === null;
  throw new PanelError('RELEASE_EXISTS', { package: release.package, version: release.version });
}

/** @throws PanelError RELEASE_REFUSED */
async function checkNotRevoked({ releases }: Pick<Deps, 'releases'>, release: Release): Promise<void> {
  const revocation = (await releases.state()).revocation(release);
  if (revocation) throw refused(`${revokedText(revocation)} Release another version.`);
}

/**
 * All checks that need no files; true when the release is already published. `caller` is the key of a team that
 * makes the call.
 */
async function checkManifestText(
  deps: Deps,
  { manifest, signature }: Signed,
  caller: KnownKey | null,
  mustBeSigned: boolean,
): Promise<{ release: Release; existed: boolean }> {
  const release = parseRelease(manifest);
  if (caller) checkOwns(caller, release.package);
  if (signature || mustBeSigned) await checkSignature(deps.releases.keys.find, release, manifest, signature);
  checkAlone(release);
  await checkNotRevoked(deps, release);
  if (await isPublished(deps, release)) return { release, existed: true };
  checkTime(release, deps.clock.now());
  checkAmong(release, await liveReleases(deps));
  return { release, existed: false };
}

/**
 * Checks whether the release can be published. Unsigned text is checked too.
 * @throws PanelError with the reason
 */
export async function checkRelease(deps: Deps, signed: Signed, caller: KnownKey | null): Promise<{ existed: boolean }> {
  return checkManifestText(deps, signed, caller, false);
}

export type Stored = {
  release: Release;
  text: string;
  signature: Signature;
  files: ReadonlyMap<string, Buffer>;
  by: string;
  /** Takes over another upload that is older than this; default 10 minutes. */
  staleMs?: number;
  /** Runs in the transaction that makes the release visible. */
  also?: (tx: Database, at: Date) => Promise<void>;
};

/**
 * Writes a checked release: claims the version, stores the files, then makes it visible. A failure leaves nothing
 * visible. `existed` when it was published meanwhile, `busy` while another upload is running.
 */
export async function storeRelease(
  { db, clock, releases }: Pick<Deps, 'db' | 'clock' | 'releases'>,
  stored: Stored,
): Promise<'stored' | 'existed' | 'busy'> {
  const { release, text, signature, files, by, also, staleMs = CLAIM_MS } = stored;
  const now = clock.now();
  const row = {
    package: release.package,
    version: release.version,
    manifest: text,
    digest: sha256(text),
    contentDigest: contentDigest(release),
    keyId: signature.keyId,
    bytes: brotliBytes(files),
    claimedAt: now,
    publishedBy: by,
  };
  if (!(await claimRelease(db, row, new Date(now.getTime() - staleMs)))) {
    return (await isPublished({ db }, release)) ? 'existed' : 'busy';
  }
  try {
    await releases.store.put(release, storedFiles(stored));
    await db.transaction(async (tx) => {
      const at = clock.now();
      await markPublished(tx, release, at);
      const from = release.commit ? ` from commit ${release.commit.slice(0, 12)}` : '';
      await recordChange(
        tx,
        {
          by,
          action: 'publish',
          package: release.package,
          partnerId: null,
          partner: null,
          detail: `${release.package} ${release.version} was published${from}.`,
        },
        at,
      );
      await also?.(tx, at);
    });
  } catch (error) {
    await dropClaim(db, release);
    throw asUnavailable(error);
  }
  return 'stored';
}

/**
 * Publishes an upload; it runs only once it is promoted. If it is already published, only files that the storage has
 * lost or spoilt are written (`repaired`).
 * @throws PanelError with the reason
 */
export async function publishRelease(
  deps: Deps,
  input: Signed & { files: readonly Upload[]; maps?: readonly Upload[] },
  { by, key }: Author,
): Promise<{ release: Release; existed: boolean; repaired: boolean }> {
  const { release, existed } = await checkManifestText(deps, input, key, true);
  const { manifest, signature } = input;
  if (!signature) throw refused(`${release.package} ${release.version} is not signed.`);
  if (existed)
    return {
      release,
      existed,
      repaired: await repairRelease(deps, { ...input, release, signature }, by),
    };
  const files = await unpackUpload(release, input);
  const outcome = await storeRelease(deps, { release, text: manifest, signature, files, by });
  if (outcome === 'busy')
    throw refused(
      `${release.package} ${release.version} is being published by someone else. Try again in a minute, or in ten minutes if that upload was interrupted.`,
    );
  await noteUse(deps.db, signature.keyId, `release ${release.package} ${release.version}`, deps.clock.now());
  return { release, existed: outcome === 'existed', repaired: false };
}
