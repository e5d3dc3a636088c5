import type { AppContext } from '../context/app-context.ts';
import { backUp } from './back-up.ts';
import { AGAIN_MS, HOUR_MS } from './backup-rules.ts';
import { lastBackup } from './last-backup.ts';
import { BackupRunning } from './manifest.ts';
import { noteFailure, noteStart } from './note-progress.ts';
import { openTarget } from './open-target.ts';
import { passphraseOfPanel } from './passphrase.ts';
import { dropRequest, readProgress } from './progress.repo.ts';

const failedAt = new WeakMap<AppContext, number>();
const begun = new WeakSet<AppContext>();

/**
 * Makes the backup of the installation that is due by the settings, or that somebody asked for, with the database as this process
 * has it open, and reads it back. Of several processes on one data folder, one makes it.
 * @throws BackupError, StorageError
 */
export async function backUpWhenDue(app: AppContext, signal: AbortSignal): Promise<void> {
  const { config, clock, db, log } = app;
  if (config.backupTo === undefined) return;
  const now = clock.now();
  const last = await lastBackup(config.dataDir);
  const { progress, requestedAt } = await readProgress(db);
  const isAsked = requestedAt !== null && (last === null || last.at < requestedAt);
  if (requestedAt !== null && !isAsked) await dropRequest(db);
  // A process that begins makes none: the one before was killed while it did.
  if (!begun.has(app) && progress?.startedAt) await noteStart(app, null);
  begun.add(app);
  const due = last === null ? 0 : Date.parse(last.at) + config.backupHours * HOUR_MS;
  if (!isAsked && now.getTime() < Math.max(due, (failedAt.get(app) ?? -Infinity) + AGAIN_MS)) return;
  failedAt.set(app, now.getTime());
  await noteStart(app, now.toISOString());
  try {
    await make(app, config.backupTo, now, signal);
    failedAt.delete(app);
  } catch (error) {
    if (signal.aborted) {
      await noteStart(app, null);
      throw error;
    }
    if (error instanceof BackupRunning) {
      // Another process of this folder makes one, or a command.
      await noteStart(app, progress?.startedAt ?? null);
      return log.info('A backup of the installation is being made already.');
    }
    await noteFailure(app, error).catch((failure: unknown) =>
      log.warn({ err: failure }, 'The failure of a backup could not be written down.'),
    );
    if (isAsked) await dropRequest(db);
    throw error;
  }
  if (isAsked) await dropRequest(db);
  await noteStart(app, null);
}

async function make(app: AppContext, backupTo: string, now: Date, signal: AbortSignal): Promise<void> {
  const { config, db, log } = app;
  const storage = await openTarget(backupTo, config.dataDir);
  try {
    const { manifest } = await backUp({
      ...{ config, storage, log, now, signal, keep: config.backupKeep },
      passphrase: passphraseOfPanel(config.backupKeyFile),
      source: { db, close: async () => undefined },
      onProgress: () => undefined,
    });
    if (manifest.remarks.length > 0)
      log.warn({ remarks: manifest.remarks }, `The backup ${manifest.id} of the installation is not whole.`);
    log.info(`The backup ${manifest.id} of the installation was made and read back.`);
  } finally {
    storage.close();
  }
}
