import path from 'node:path';
import { createFolderStorage } from '../storage/folder-storage.ts';
import { createS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './manifest.ts';

/**
 * Where backups of the installation are: a folder, or a bucket as `s3://key:secret@host/bucket/prefix?region=…`.
 * @throws BackupError for a folder in the data folder, which would be lost with it
 */
export function openTarget(place: string, dataDir: string): Storage {
  if (/^(?:s3|https?):\/\//.test(place)) {
    const address = place.replace(/^s3:/, 'https:');
    if (!URL.canParse(address) || new URL(address).pathname.length < 2)
      throw new BackupError('A bucket is given as s3://key:secret@host/bucket/prefix?region=….');
    return createS3Storage(address);
  }
  const folder = path.resolve(place);
  const inside = path.relative(path.resolve(dataDir), folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside))
    throw new BackupError(`${folder} is in the data folder and would be lost with it. Choose another folder.`);
  return createFolderStorage(folder);
}
