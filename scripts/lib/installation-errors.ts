import { ConfigError } from '../../server/src/config/config.ts';
import { DataFolderError } from '../../server/src/db/folder-lock.ts';
import { BackupError } from '../../server/src/installation/manifest.ts';
import { StorageError } from '../../server/src/storage/storage.ts';

const PLAIN = [BackupError, ConfigError, DataFolderError, StorageError];

const isOfArguments = (error: Error): boolean => 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Prints why a backup or restore failed, in one line where the operator can fix it, and exits with code 1. */
export function fail(error: unknown): void {
  const isPlain = error instanceof Error && (isOfArguments(error) || PLAIN.some((kind) => error instanceof kind));
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
