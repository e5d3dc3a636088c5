import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { bucket } from '../config/schemas.ts';
import { createFolderStorage } from '../storage/folder-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './manifest.ts';

/** Where a folder is once links are followed; of one that is not there yet, those above it. */
async function realPlace(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  const found = await realpath(folder).catch(() => null);
  return found ?? (parent === folder ? folder : path.join(await realPlace(parent), path.basename(folder)));
}

/**
 * Where backups of the installation are: a folder, or a bucket as `s3://key:secret@host/bucket/prefix?region=…`.
 * @throws BackupError for a folder in the data folder, which would be lost with it
 */
export async function openTarget(place: string, dataDir: string): Promise<Storage> {
  if (URL.canParse(place)) {
    const address = v.safeParse(v.union([bucket, v.pipe(v.string(), v.regex(/^https?:/))]), place);
    if (!address.success)
      throw new BackupError(
        'A bucket is given as s3://key:secret@host/bucket/prefix?region=… (s3+http:// without TLS).',
      );
    const { createS3Storage } = await import('../storage/s3-storage.ts');
    return createS3Storage(address.output);
  }
  const folder = path.resolve(place);
  const inside = path.relative(await realPlace(path.resolve(dataDir)), await realPlace(folder));
  if (!inside.startsWith('..') && !path.isAbsolute(inside))
    throw new BackupError(`${folder} is in the data folder and would be lost with it. Choose another folder.`);
  return createFolderStorage(folder);
}
