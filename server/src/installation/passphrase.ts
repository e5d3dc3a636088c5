import { readFileSync } from 'node:fs';
import { BackupError } from './manifest.ts';

const LEAST = 12;

type Given = {
  /** The file of `--key-file`. */
  option: string | undefined;
  /** BACKUP_PASSPHRASE. */
  variable: string | undefined;
  /** The file of BACKUP_KEY_FILE, with which the panel makes its backups. */
  configured: string | undefined;
};

/**
 * What seals a backup of a command: the content of the named file, or the variable, or the content of the configured file.
 * @throws BackupError without one, or for a short one
 */
export function passphraseOf({ option, variable, configured }: Given): string {
  if (option !== undefined) return contentOf(option, '--key-file');
  // An empty variable is as one that is not set.
  if (variable) return checked(variable, 'The passphrase in BACKUP_PASSPHRASE');
  if (configured !== undefined) return contentOf(configured, 'BACKUP_KEY_FILE');
  throw new BackupError(
    'A backup is sealed with a passphrase: name a file with it (--key-file, or BACKUP_KEY_FILE), or set BACKUP_PASSPHRASE.',
  );
}

/**
 * What seals the backups that the panel makes itself.
 * @throws BackupError without a file of a passphrase, or for one that cannot be used
 */
export function passphraseOfPanel(keyFile: string | undefined): string {
  if (keyFile === undefined)
    throw new BackupError(
      'BACKUP_TO is set without BACKUP_KEY_FILE, and a backup is sealed: name a file with a passphrase.',
    );
  return contentOf(keyFile, 'BACKUP_KEY_FILE');
}

function contentOf(file: string, from: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`The file of ${from} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  return checked(text, `The passphrase in ${file} (${from})`);
}

function checked(text: string, what: string): string {
  const passphrase = text.trim();
  if (passphrase.length < LEAST) throw new BackupError(`${what} has fewer than ${LEAST} characters.`);
  return passphrase;
}
