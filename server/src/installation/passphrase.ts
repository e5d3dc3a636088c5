import { readFileSync } from 'node:fs';
import { BackupError } from './manifest.ts';

const LEAST = 12;

/** What seals a backup: the content of a file, or a variable. @throws BackupError without one, or for a short one */
export function passphraseOf(variable: string | undefined, file: string | undefined): string {
  const passphrase = (file === undefined ? variable : readText(file))?.trim() ?? '';
  if (passphrase.length < LEAST)
    throw new BackupError(
      passphrase === ''
        ? 'A backup is sealed: set BACKUP_PASSPHRASE, or name a file with --key-file.'
        : `The passphrase has fewer than ${LEAST} characters.`,
    );
  return passphrase;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`The file of --key-file cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}
