import { addressOf } from '../config/config.ts';
import type { AppContext } from '../context/app-context.ts';
import { addressChanged, rememberAddress } from '../db/setting.repo.ts';
import { runAs } from '../lib/running-work.ts';
import { sweepUploads } from '../context/uploaded-file.ts';
import { lookAgain } from '../platform/release/refusals.ts';
import { standingSites } from '../modules/site/site.repo.ts';
import { sweepDiscarded } from '../storage/discarded.ts';
import { modules } from '../modules/index.ts';
import { DAY_MS, type Chore } from '../tasks/define-module.ts';
import { removeLeftovers } from './leftover-files.ts';

const RENAME_MS = 120_000;

/**
 * A WordPress stores its own address with the port. When the embedded panel starts at another one, this moves its
 * sites there; if interrupted, the next start continues. Processes that share a database must share a PUBLIC_URL
 * anyway.
 */
async function followAddress(app: AppContext): Promise<void> {
  if (app.config.databaseUrl || !(await addressChanged(app.db, app.config.publicUrl))) return;
  for (const { id, fqdn } of await standingSites(app.db)) {
    const quiet = { note: () => undefined, signal: AbortSignal.timeout(RENAME_MS) };
    await app.hosting
      .rename(id, { fqdn, url: addressOf(app.config, fqdn) }, quiet)
      .catch((error: unknown) =>
        app.log.error({ err: error, siteId: id }, 'a site could not be moved to the new address'),
      );
  }
  await rememberAddress(app.db, app.config.publicUrl);
}

/** Uploads of killed processes, and archives that belong to nothing. */
async function removeLeftFiles(app: AppContext): Promise<void> {
  await sweepUploads(app.config);
  await removeLeftovers(app);
}

/** It takes as long as it takes to copy everything, so it has a place of its own; most processes never load it. */
async function backUpInstallation(app: AppContext, signal: AbortSignal): Promise<void> {
  if (app.config.backupTo === undefined) return;
  await (await import('../installation/scheduled.ts')).backUpWhenDue(app, signal);
}

async function noteBackups(app: AppContext): Promise<void> {
  if (app.config.backupTo === undefined) return;
  await (await import('../installation/note-progress.ts')).noteProgress(app);
}

/** What belongs to the rooms, beside that of modules. */
const ROOM_CHORES: readonly Chore[] = [
  // How soon a repaired release is recognised, even if no page requests it.
  { name: 'looking at refused releases', everyMs: 60_000, run: lookAgain },
  { name: 'removing discarded folders', everyMs: 5 * 60_000, run: sweepDiscarded },
  { name: 'removing files without an owner', everyMs: DAY_MS, run: removeLeftFiles },
  { name: 'backing up the installation', everyMs: 60_000, beside: true, run: backUpInstallation },
  // Apart from the backup itself, so that one that hangs is noticed.
  { name: 'looking at backups of the installation', everyMs: 60_000, run: noteBackups },
];

/** Runs chores one after another, so that they share the machine with requests. */
function createChain(app: AppContext, signal: AbortSignal) {
  let current: Promise<void> = Promise.resolve();
  const waiting = new Set<string>();
  return {
    start({ name, run }: Pick<Chore, 'name' | 'run'>): void {
      // One that takes longer than its interval is not queued a second time: the end would wait for all of them.
      if (waiting.has(name)) return;
      waiting.add(name);
      current = current
        .then(() => runAs({ kind: 'chore', name }, () => run(app, signal)))
        .catch((error: unknown) => app.log.warn({ err: error }, `${name} failed`))
        .finally(() => waiting.delete(name));
    },
    ended: () => current,
  };
}

const allChores = (): Chore[] => [...ROOM_CHORES, ...modules.flatMap(({ chores = [] }) => chores)];

/**
 * Periodic work of one process, without a record. Work that must run once for the whole installation, and must not be missed,
 * is a schedule (schedules.ts). Returns a function that stops it.
 */
export function startHousekeeping(app: AppContext, chores: readonly Chore[] = allChores()): () => Promise<void> {
  const closing = new AbortController();
  const chain = createChain(app, closing.signal);
  const chains = [chain];
  const timers = chores.map((chore) => {
    if (!chore.beside) return setInterval(chain.start, chore.everyMs, chore);
    const own = createChain(app, closing.signal);
    chains.push(own);
    own.start(chore);
    return setInterval(own.start, chore.everyMs, chore);
  });
  chain.start({ name: 'moving to the new address', run: followAddress });
  chain.start({ name: 'removing files without an owner', run: removeLeftFiles });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    closing.abort();
    await Promise.all(chains.map((each) => each.ended()));
  };
}
