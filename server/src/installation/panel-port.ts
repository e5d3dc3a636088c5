import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InstallationBackups } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import type { InstallationPort } from '../context/installation-port.ts';
import { postgresFolder } from '../db/embedded/open-embedded-postgres.ts';
import { PanelError } from '../kernel/errors.ts';
import { AGAIN_MS, HOUR_MS, isOverdue, whyNotSealed } from './backup-rules.ts';
import { lastBackup } from './last-backup.ts';
import { newest, placeOf } from './note-progress.ts';
import { readProgress, requestBackup, type Progress } from './progress.repo.ts';
import { createStoredBackups } from './stored-backups.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'clock'>;

/** The process that makes backups writes this down every minute; one that has not done so for longer has ended. */
const SILENT_MS = 5 * 60_000;

type Known = Pick<Progress, 'hours' | 'last' | 'failing'>;

function dueOf({ hours, last, failing }: Known, now: Date): string {
  const due = last === null ? now.getTime() : Date.parse(last.at) + hours * HOUR_MS;
  return new Date(Math.max(due, failing === null ? 0 : Date.parse(failing.at) + AGAIN_MS)).toISOString();
}

/** What the calls of operators are given; `limitMs` replaces how long a page waits for the storage, for tests. */
export function createInstallationPort({ config, db, clock }: Deps, limitMs?: number): InstallationPort {
  const stored = createStoredBackups(config, limitMs);
  const { backupTo } = config;
  const read = async () => {
    const { progress, requestedAt } = await readProgress(db);
    const isAwake = progress !== null && clock.now().getTime() - Date.parse(progress.seenAt) < SILENT_MS;
    return { progress, requestedAt, isAwake, runningSince: isAwake ? progress.startedAt : null };
  };

  async function overview(): Promise<InstallationBackups> {
    const { progress, requestedAt, isAwake, runningSince } = await read();
    // A process that runs no tasks has the setting for its list alone.
    const isSet = backupTo !== undefined && (config.roles.includes('worker') || isAwake);
    const last = await lastBackup(config.dataDir);
    const stopFirst = config.databaseUrl === undefined && !existsSync(postgresFolder(path.resolve(config.dataDir)));
    const off = { place: null, hours: null, keep: null, problem: null, dueAt: null, overdue: false, failing: null };
    if (!isSet && !isAwake) return { makes: 'nowhere', ...off, last, runningSince: null, requestedAt: null, stopFirst };
    const now = clock.now();
    const own = { place: backupTo && placeOf(backupTo), hours: config.backupHours, keep: config.backupKeep };
    const { place, hours, keep } = backupTo === undefined && progress ? progress : own;
    const known = { hours, last: newest(last, progress?.last ?? null), failing: progress?.failing ?? null };
    const problem = backupTo === undefined ? (progress?.problem ?? null) : whyNotSealed(config);
    const from = known.last?.at ?? progress?.since;
    return {
      makes: backupTo === undefined ? 'elsewhere' : 'here',
      ...{ place: place ?? null, hours, keep },
      ...{ problem, last: known.last, failing: known.failing },
      dueAt: problem === null ? dueOf(known, now) : null,
      overdue: from !== undefined && isOverdue(from, hours, now),
      ...{ runningSince, requestedAt, stopFirst },
    };
  }

  return {
    overview,
    async stored() {
      if (backupTo === undefined) return { state: 'none', reason: null, backups: [], more: 0 };
      return stored.list(placeOf(backupTo), (await read()).runningSince !== null);
    },
    details: async (id) => (backupTo === undefined ? null : stored.details(placeOf(backupTo), id)),
    async request() {
      const { makes, problem } = await overview();
      if (makes === 'nowhere' || problem !== null) throw new PanelError('INSTALLATION_BACKUP_OFF');
      if ((await read()).runningSince === null) await requestBackup(db, clock.now().toISOString());
    },
  };
}
