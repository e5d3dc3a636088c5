import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context/app-context.ts';
import { digestOf, nowhere, type Digest } from '../../lib/digest.ts';

type Deps = Pick<AppContext, 'storage'>;
type Archive = { id: string; workloadId: string };

/** Everything that the storage has of a site. */
export const siteFolderKey = (siteId: string): string => siteId;
export const backupFolderKey = ({ id, workloadId }: Archive): string => `${siteFolderKey(workloadId)}/${id}`;
export const archiveKey = (backup: Archive): string => `${backupFolderKey(backup)}/archive.tar.gz`;
/** The picture of its last restore beside the site; deleted with the backup. */
export const proofPictureKey = (backup: Archive): string => `${backupFolderKey(backup)}/proof.png`;
export const manifestKey = (backup: Archive): string => `${backupFolderKey(backup)}/manifest.json`;

/** The names and sizes of its files, written when they are looked at first; deleted with the backup. */
export const fileListKey = (backup: Archive): string => `${backupFolderKey(backup)}/files.jsonl`;

/** A file of one task that no hosted code can reach; `removeWork` removes all of them. */
export const workFile = ({ config }: Pick<AppContext, 'config'>, taskId: string, name: 'packed' | 'fetched'): string =>
  path.join(config.dataDir, 'backup-work', taskId, `${name}.tar.gz`);

/** Lends the name of a file that does not exist yet, and removes the file afterwards. */
export async function withWorkFile<T>(
  { config }: Pick<AppContext, 'config'>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const parent = path.join(config.dataDir, 'backup-work');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, 'files-'));
  try {
    return await use(path.join(folder, 'list'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const removeWork = (app: Pick<AppContext, 'config'>, taskId: string): Promise<void> =>
  rm(path.dirname(workFile(app, taskId, 'packed')), { recursive: true, force: true });

export const digestOfFile = (file: string, signal: AbortSignal): Promise<Digest> =>
  digestOf(createReadStream(file), nowhere(), signal);

/** Reads the stored archive from beginning to end. @throws StorageError MISSING */
export const digestOfStored = async ({ storage }: Deps, backup: Archive, signal: AbortSignal): Promise<Digest> =>
  digestOf(await storage.read(archiveKey(backup)), nowhere(), signal);

/** Copies the stored archive to a file and returns the digest of exactly these bytes. @throws StorageError MISSING */
export async function fetchStored(
  { storage }: Deps,
  backup: Archive,
  file: string,
  signal: AbortSignal,
): Promise<Digest> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return digestOf(await storage.read(archiveKey(backup)), createWriteStream(file, { mode: 0o600 }), signal);
}
