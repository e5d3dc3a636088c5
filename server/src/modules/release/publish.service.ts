import type { Release, Signature } from '@panel/contract/release';
import type { AppContext } from '../../context.ts';
import { PanelError } from '../../http/errors.ts';
import { recordChange } from './channel.repo.ts';
import { checkAlone, checkAmong, checkSignature, checkTime, contentDigest, parseRelease, refused } from './check-release.ts';
import { liveReleases } from './live-releases.ts';
import { sha256 } from './open-release.ts';
import { MANIFEST_FILE, nameOf, SIGNATURE_FILE, StoreError } from './release-store.ts';
import { claimRelease, dropClaim, findRelease, markPublished } from './release.repo.ts';
import { unpackUpload, type Upload } from './unpack-upload.ts';

export type Parts = Pick<AppContext, 'db' | 'clock' | 'log' | 'releases'>;

/** An upload that was not heard of for so long has broken off. */
const CLAIM_MS = 10 * 60_000;

/** The text as it was signed; null stands for a text that nobody has signed yet. */
type Signed = { manifest: string; signature: Signature | null };

/** Is the version published with the same content? @throws PanelError RELEASE_EXISTS when it is with another */
async function isPublished({ db }: Pick<Parts, 'db'>, release: Release): Promise<boolean> {
  const row = await findRelease(db, release);
  if (!row?.publishedAt) return false;
  if (row.contentDigest === contentDigest(release)) return row.removedAt === null;
  throw new PanelError('RELEASE_EXISTS', { package: release.package, version: release.version });
}

/** Everything that can be said of a release without its files; true when it is published already. */
async function checkManifestText(parts: Parts, { manifest, signature }: Signed, mustBeSigned: boolean): Promise<{ release: Release; existed: boolean }> {
  const release = parseRelease(manifest);
  if (signature || mustBeSigned) checkSignature(parts.releases.keys.trusted, release, manifest, signature);
  checkAlone(release);
  if (await isPublished(parts, release)) return { release, existed: true };
  checkTime(release, parts.clock.now());
  checkAmong(release, await liveReleases(parts));
  return { release, existed: false };
}

/** Would the release be taken? A text that is not signed yet is looked at all the same. @throws PanelError with the reason */
export async function checkRelease(parts: Parts, signed: Signed): Promise<{ existed: boolean }> {
  return checkManifestText(parts, signed, false);
}

export type Stored = { release: Release; text: string; signature: Signature; files: ReadonlyMap<string, Buffer>; by: string };

/** What the storage holds of a release. */
export const storedFiles = ({ text, signature, files }: Pick<Stored, 'text' | 'signature' | 'files'>): Map<string, Buffer> =>
  new Map([...files, [SIGNATURE_FILE, Buffer.from(JSON.stringify(signature))], [MANIFEST_FILE, Buffer.from(text)]]);

const brotliBytes = (files: ReadonlyMap<string, Buffer>): number =>
  [...files].reduce((sum, [name, bytes]) => sum + (name.endsWith('.gz') || files.has(`${name}.br`) ? 0 : bytes.length), 0);

/**
 * Writes a checked release: claims the version, stores the files, and then makes it visible. Whatever fails leaves
 * nothing that could be seen. True when somebody else has published the same meanwhile.
 */
export async function storeRelease({ db, clock, releases }: Pick<Parts, 'db' | 'clock' | 'releases'>, stored: Stored): Promise<boolean> {
  const { release, text, signature, files, by } = stored;
  const now = clock.now();
  const row = {
    package: release.package, version: release.version, manifest: text, digest: sha256(text), contentDigest: contentDigest(release), keyId: signature.keyId,
    bytes: brotliBytes(files), claimedAt: now, publishedBy: by,
  };
  if (!(await claimRelease(db, row, new Date(now.getTime() - CLAIM_MS)))) {
    if (await isPublished({ db }, release)) return true;
    throw refused(`${nameOf(release)} is being published by somebody else at this moment. Try again in a minute.`);
  }
  try {
    await releases.store.put(release, storedFiles(stored));
    await db.transaction(async (tx) => {
      await markPublished(tx, release, clock.now());
      const from = release.commit ? ` from commit ${release.commit.slice(0, 12)}` : '';
      await recordChange(tx, { by, action: 'publish', package: release.package, partnerId: null, partner: null, detail: `${release.package} ${release.version} was published${from}.` }, clock.now());
    });
  } catch (error) {
    await dropClaim(db, release);
    throw error instanceof StoreError ? new PanelError('STORE_UNAVAILABLE', { reason: error.message }, {}, error) : error;
  }
  return false;
}

/** Publishes an upload; nothing runs it until it is promoted. @throws PanelError with the one thing that is wrong */
export async function publishRelease(parts: Parts, input: Signed & { files: readonly Upload[] }, by: string): Promise<{ release: Release; existed: boolean }> {
  const { release, existed } = await checkManifestText(parts, input, true);
  if (existed || !input.signature) return { release, existed };
  const files = await unpackUpload(release, input.files);
  return { release, existed: await storeRelease(parts, { release, text: input.manifest, signature: input.signature, files, by }) };
}
