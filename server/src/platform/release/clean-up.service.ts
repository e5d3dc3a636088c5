import type { AppContext } from '../../context/app-context.ts';
import { bumpRevision, recordChange } from './channel.repo.ts';
import { asUnavailable, nameOf, type ReleaseId } from './release-store.ts';
import { findRelease, listHeads, markRemoved } from './release.repo.ts';
import type { RegistryState } from './registry-state.ts';
import { NOTED_EVERY_MS } from './release-usage-tracker.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'log' | 'releases'>;

const DAY_MS = 24 * 3_600_000;
/** The last three stable versions stay, however old: a rollback needs them. */
const STABLES_STAY = 3;

/** Releases that a policy names, or may roll back to. */
function inUse(state: RegistryState): Set<string> {
  const names = state.channels.flatMap((row) =>
    [...row.stables.slice(-STABLES_STAY).map(({ version }) => version), row.canary, row.pin].flatMap((version) =>
      version ? [nameOf({ package: row.package, version })] : [],
    ),
  );
  return new Set(names);
}

/** Files in the storage without a published release, left by an interrupted upload. */
async function leftovers({ db, releases, clock }: Deps): Promise<ReleaseId[]> {
  const found: ReleaseId[] = [];
  for (const id of await releases.store.list()) {
    const row = await findRelease(db, id);
    // Also of a removed version that is being uploaded again.
    const isClaimed =
      row && row.claimedAt.getTime() > Math.max(clock.now().getTime() - DAY_MS, row.removedAt?.getTime() ?? 0);
    const isPublished = row && row.publishedAt !== null && !row.removedAt;
    if (!isPublished && !isClaimed) found.push(id);
  }
  return found;
}

/**
 * Removes releases that no policy names, that are not among the last three stable ones of any policy, and that no
 * page has requested within `days`. The row is removed first: the next run finds files that remain after a failure.
 */
export async function cleanUp(
  deps: Deps,
  { days, dryRun }: { days: number; dryRun: boolean },
  by: string,
): Promise<{ removed: ReleaseId[]; kept: number }> {
  const { db, clock, releases } = deps;
  const used = inUse(await releases.state());
  // Read again: use by pages does not change the registry's revision, so the cached state lacks it.
  await releases.noted();
  const heads = await listHeads(db);
  const before = clock.now().getTime() - days * DAY_MS - NOTED_EVERY_MS;
  const old = heads.filter(
    (head) => !used.has(nameOf(head)) && (head.lastServedAt ?? head.claimedAt).getTime() < before,
  );
  const removed = old.map(({ package: name, version }) => ({ package: name, version }));
  try {
    if (!dryRun) {
      for (const id of await leftovers(deps)) await releases.store.remove(id);
      for (const id of removed) {
        await db.transaction(async (tx) => {
          await bumpRevision(tx);
          await markRemoved(tx, id, clock.now());
          await recordChange(
            tx,
            {
              by,
              action: 'remove',
              package: id.package,
              partnerId: null,
              partner: null,
              detail: `${id.package} ${id.version} was removed: not requested for ${days} days.`,
            },
            clock.now(),
          );
        });
        await releases.store.remove(id);
      }
    }
  } catch (error) {
    throw asUnavailable(error);
  }
  return { removed, kept: heads.length - removed.length };
}
