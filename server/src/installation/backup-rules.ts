import type { Config } from '../config/config.ts';
import { passphraseOfPanel } from './passphrase.ts';

export const HOUR_MS = 3_600_000;
/** A backup that failed is not tried again before, unless somebody asks for it. */
export const AGAIN_MS = HOUR_MS / 2;

/** Why the panel cannot make backups although BACKUP_TO is set; null if it can, or if BACKUP_TO is not set. */
export function whyNotSealed({ backupTo, backupKeyFile }: Pick<Config, 'backupTo' | 'backupKeyFile'>): string | null {
  if (backupTo === undefined) return null;
  try {
    passphraseOfPanel(backupKeyFile);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the last backup, or what it counts from while there is none, is older than twice the interval. */
export const isOverdue = (since: string, backupHours: number, now: Date): boolean =>
  now.getTime() - Date.parse(since) > 2 * backupHours * HOUR_MS;
