import path from 'node:path';
import type { Config } from '../config/config.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** Where backups are kept: the bucket of STORAGE_URL, or a folder of this machine. */
export async function openStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  if (storageUrl === undefined) return createFolderStorage(path.join(dataDir, 'backups'));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(storageUrl);
}
