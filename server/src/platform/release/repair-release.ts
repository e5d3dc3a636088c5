import { Release, type Signature } from '@panel/contract/release';
import * as v from 'valibot';
import { recordChange } from './channel.repo.ts';
import { checkTime, refused } from './check-release.ts';
import { sha256 } from './open-release.ts';
import type { Deps } from './release-deps.ts';
import { asUnavailable } from './release-store.ts';
import { findRelease, replaceText, type ReleaseRow } from './release.repo.ts';
import { brotliBytes, fileOf, FORMS, holds, storedFiles } from './stored-files.ts';
import { unpackUpload, type Upload } from './unpack-upload.ts';

type Given = {
  release: Release;
  manifest: string;
  signature: Signature;
  files: readonly Upload[];
  maps?: readonly Upload[];
};

/**
 * The first fault of a stored release: a number (P101–P104), or the name of a file; null when it is intact.
 * @throws StoreError
 */
async function damageOf({ releases }: Pick<Deps, 'releases'>, row: ReleaseRow): Promise<string | null> {
  const number = await releases.refusalOf(row);
  if (number) return number;
  const { integrity } = v.parse(Release, JSON.parse(row.manifest));
  const spoilt = await Promise.all(
    Object.entries(integrity).map(async ([file, wanted]) => {
      for (const form of FORMS) {
        const bytes = await releases.store.get(row, fileOf(file, form));
        // Not every file has compressed forms; the plain one always exists.
        if (bytes ? !(await holds(form, bytes, wanted)) : form === 'whole') return fileOf(file, form);
      }
      return null;
    }),
  );
  return spoilt.find((file) => file !== null) ?? null;
}

async function write(
  deps: Deps,
  row: ReleaseRow,
  { release, manifest, signature, ...uploaded }: Given,
  by: string,
): Promise<void> {
  const { db, clock, releases } = deps;
  // The very text that was published can't be an older, replayed one.
  if (manifest !== row.manifest) checkTime(release, clock.now());
  const unpacked = await unpackUpload(release, uploaded);
  await releases.store.put(release, storedFiles({ text: manifest, signature, files: unpacked }));
  await db.transaction(async (tx) => {
    // Commit and time, and so the text, may differ; the content is the same.
    const isOurs = await replaceText(tx, row, {
      manifest,
      digest: sha256(manifest),
      keyId: signature.keyId,
      bytes: brotliBytes(unpacked),
    });
    if (!isOurs)
      throw refused(`${release.package} ${release.version} is being restored by someone else. Try again in a minute.`);
    const detail = `${release.package} ${release.version} was already published; its files in the storage were restored.`;
    await recordChange(
      tx,
      { by, action: 'publish', package: release.package, partnerId: null, partner: null, detail },
      clock.now(),
    );
  });
  releases.forget(release);
  await releases.look(release);
}

/**
 * Restores the files of a published release from an upload of the same content, if the storage has lost or spoilt
 * any. Returns whether it did; leaves an intact storage unchanged.
 * @throws PanelError with what is wrong with the upload, or STORE_UNAVAILABLE
 */
export async function repairRelease(deps: Deps, given: Given, by: string): Promise<boolean> {
  try {
    const row = await findRelease(deps.db, given.release);
    const damage = row && (await damageOf(deps, row));
    if (!row || !damage) return false;
    await write(deps, row, given, by);
    deps.log.warn({ package: row.package, version: row.version, damage }, 'a release was restored to the storage');
    return true;
  } catch (error) {
    throw asUnavailable(error);
  }
}
