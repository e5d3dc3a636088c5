import type { AppContext } from '../context/app-context.ts';
import { backUp } from './back-up.ts';
import { lastBackup } from './last-backup.ts';
import { openTarget } from './open-target.ts';
import { passphraseOfPanel } from './passphrase.ts';

const HOUR_MS = 3_600_000;
/** One that failed is not tried again before. */
const AGAIN_MS = HOUR_MS / 2;
const failedAt = new WeakMap<AppContext, number>();

/**
 * Makes the backup of the installation that is due by the settings, with the database as this process has it open, and reads it
 * back. Of several processes on one data folder, one makes it.
 * @throws BackupError, StorageError
 */
export async function backUpWhenDue(app: AppContext, signal: AbortSignal): Promise<void> {
  const { config, clock, db, log } = app;
  if (config.backupTo === undefined) return;
  const now = clock.now();
  const last = await lastBackup(config.dataDir);
  const due = last === null ? 0 : Date.parse(last.at) + config.backupHours * HOUR_MS;
  if (now.getTime() < Math.max(due, (failedAt.get(app) ?? -Infinity) + AGAIN_MS)) return;
  failedAt.set(app, now.getTime());
  const storage = await openTarget(config.backupTo, config.dataDir);
  try {
    const { manifest } = await backUp({
      ...{ config, storage, log, now, signal, keep: config.backupKeep },
      passphrase: passphraseOfPanel(config.backupKeyFile),
      source: { db, close: async () => undefined },
      onProgress: () => undefined,
    });
    failedAt.delete(app);
    if (manifest.remarks.length > 0)
      log.warn({ remarks: manifest.remarks }, `The backup ${manifest.id} of the installation is not whole.`);
    log.info(`The backup ${manifest.id} of the installation was made and read back.`);
  } finally {
    storage.close();
  }
}
