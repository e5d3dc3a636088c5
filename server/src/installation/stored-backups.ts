import type { InstallationBackupDetails, StoredInstallationBackup, StoredInstallationBackups } from '@panel/contract';
import type { Config } from '../config/config.ts';
import { PanelError } from '../kernel/errors.ts';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { StorageError, type Storage } from '../storage/storage.ts';
import { BackupError, readIndex, readManifest, type Index, type Listed, type Manifest } from './manifest.ts';
import { reasonWithoutSecrets } from './note-progress.ts';
import { openTarget } from './open-target.ts';
import { unfinishedIn, workOf } from './unfinished.ts';

/** What a page waits for a storage. */
const LIMIT_MS = 8000;
/** A list of five thousand backups, and a manifest of ten thousand sites: what a page reads in the loop of the panel. */
const INDEX_BOUNDS = { bytes: 2 ** 20, depth: 4, elements: 50_000 };
const MANIFEST_BOUNDS = { bytes: 4 * 2 ** 20, depth: 5, elements: 200_000 };
const SHOWN = 100;
const LINES = 1001;
const LINE_MAX = 400;

type Settings = Pick<Config, 'backupTo' | 'dataDir'>;
type Use<T> = (storage: Storage, signal: AbortSignal) => Promise<T>;

const away = (place: string, why: string): StorageError =>
  new StorageError('UNREACHABLE', `The storage (${place}) ${why}.`);

/**
 * Reads from the storage of backups for a page. One at a time: a file system that hangs holds one thread of the process at most,
 * and all others get an error after the same time.
 */
function createReading({ backupTo, dataDir }: Settings, limitMs: number) {
  const slots = createQueuedSlots({ atOnce: 1, waiting: 8, waitMs: limitMs });
  return async <T>(place: string, use: Use<T>): Promise<T> => {
    const signal = AbortSignal.timeout(limitMs);
    const leave = await slots.enter('storage', signal);
    if (leave === null) throw away(place, 'does not answer');
    const work = (async () => {
      const storage = await openTarget(backupTo ?? '', dataDir);
      try {
        return await use(storage, signal);
      } finally {
        storage.close();
      }
    })().finally(leave);
    // What comes after the time is nobody's.
    work.catch(() => undefined);
    const late = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(away(place, `did not answer within ${limitMs / 1000} s`)), {
        once: true,
      }),
    );
    return Promise.race([work, late]);
  };
}

const timeIn = (id: string): string | null => {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})-/.exec(id) ?? [];
  const time = `${day}${hours}:${minutes}:${seconds}.000Z`;
  return day !== undefined && !Number.isNaN(Date.parse(time)) ? time : null;
};

const complete = ({ id, createdAt, size, panel, remarks }: Listed): StoredInstallationBackup => ({
  ...{ id, state: 'complete', createdAt: new Date(createdAt).toISOString(), size },
  ...{ panel: panel ?? null, remarks: remarks ?? null },
});
const incomplete =
  (state: 'removing' | 'running' | 'unfinished') =>
  (id: string): StoredInstallationBackup => ({
    ...{ id, state, createdAt: timeIn(id), size: null, panel: null, remarks: null },
  });

function listed({ backups, removing }: Index, unfinished: readonly string[], isRunning: boolean) {
  const known = new Set([...backups.map(({ id }) => id), ...removing]);
  const open = unfinished.filter((id) => !known.has(id));
  // The newest is the last that was noted.
  const running = isRunning ? open.slice(-1) : [];
  const rows = [
    ...running.map(incomplete('running')),
    ...backups.map(complete),
    ...open.filter((id) => !running.includes(id)).map(incomplete('unfinished')),
    ...removing.map(incomplete('removing')),
  ];
  return { backups: rows.slice(0, SHOWN), more: Math.max(0, rows.length - SHOWN) };
}

const lines = (texts: readonly string[]): string[] =>
  texts.slice(0, LINES).map((text) =>
    text
      .slice(0, LINE_MAX)
      .replaceAll(/\p{C}+/gu, ' ')
      .toWellFormed(),
  );

const detailsOf = ({ id, panel, remarks, without }: Manifest): InstallationBackupDetails => ({
  ...{ id, panel: panel.slice(0, 100) },
  ...{ remarks: lines(remarks), without: lines(without) },
});

/** The backups of the installation that its storage has, as pages show them. */
export function createStoredBackups(config: Settings, limitMs = LIMIT_MS) {
  const reading = createReading(config, limitMs);
  const reason = (error: unknown): string => reasonWithoutSecrets(error, config.backupTo);
  return {
    /** A storage that does not answer, or has something else, is a state. */
    async list(place: string, isRunning: boolean): Promise<StoredInstallationBackups> {
      try {
        const index = await reading(place, (storage, signal) => readIndex(storage, { bounds: INDEX_BOUNDS, signal }));
        const unfinished = await unfinishedIn(workOf(config.dataDir));
        return { state: 'read', reason: null, ...listed(index, unfinished, isRunning) };
      } catch (error) {
        const state = error instanceof BackupError ? 'unreadable' : 'away';
        return { state, reason: reason(error), backups: [], more: 0 };
      }
    },
    /** @throws PanelError INSTALLATION_BACKUP_UNREADABLE */
    async details(place: string, id: string): Promise<InstallationBackupDetails | null> {
      try {
        return await reading(place, async (storage, signal) => {
          const { backups } = await readIndex(storage, { bounds: INDEX_BOUNDS, signal });
          if (backups.every((one) => one.id !== id)) return null;
          return { ...detailsOf(await readManifest(storage, id, { bounds: MANIFEST_BOUNDS, signal })), id };
        });
      } catch (error) {
        throw new PanelError('INSTALLATION_BACKUP_UNREADABLE', { reason: reason(error) }, {}, error);
      }
    },
  };
}
