import { platformErrors, type PlatformError } from '@panel/contract/platform-errors';
import type { Clock, Logger } from '../../kernel/clock-and-log.ts';
import type { Database } from '../../db/database.ts';
import { notifyOperators } from './beacon.repo.ts';
import { bumpRevision, listPartners, type PartnerName } from './channel.repo.ts';
import { findRefusal, saveRefusal, type RefusalRow } from './refusal.repo.ts';
import { readState, type RegistryState } from './registry-state.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { rank } from './resolve.ts';

/**
 * If a release is valid for less than this and refused again, the state counts as unchanged: two processes may
 * disagree, or a storage may answer intermittently.
 */
const SAME_MS = 10_000;
/** Maximum number of partners named in a notification. */
const NAMED = 3;

type Passed = { partner: PartnerName; instead: string | null };

/** Partners whose visitors should get a release and do not, and the older one that runs instead, if any. */
function passedBy(state: RegistryState, partners: readonly PartnerName[], id: ReleaseId): Passed[] {
  return partners.flatMap((partner) => {
    const policy = state.policy(id.package, partner.id);
    const { versions } = rank(id.package, policy, null, state.held(id.package, partner.id));
    const first = versions.findIndex((version) => state.refusal({ package: id.package, version }) === null);
    const tried = first === -1 ? versions : versions.slice(0, first);
    const isCanary = policy.enabled && !policy.pin && policy.canary === id.version && policy.canaryPercent > 0;
    return tried.includes(id.version) || isCanary ? [{ partner, instead: versions[first] ?? null }] : [];
  });
}

const named = (hosts: readonly string[]): string =>
  hosts.length <= NAMED ? hosts.join(', ') : `${hosts.slice(0, NAMED).join(', ')} and ${hosts.length - NAMED} more`;

/** The notification for operators about a release that is refused where it should run. */
function sentenceOf(id: ReleaseId, error: PlatformError, passed: readonly Passed[]): string {
  const groups = [...Map.groupBy(passed, ({ instead }) => instead)].map(([instead, of]) => {
    const hosts = named(of.map(({ partner }) => partner.domain));
    return instead === null ? `There is no older release to run at ${hosts}.` : `${instead} runs instead at ${hosts}.`;
  });
  return `${id.package} ${id.version} is not served: ${platformErrors[error]} (${error}) ${groups.join(' ')}`;
}

type Deps = { db: Database; log: Logger; clock: Clock };

const errorOf = (row: RefusalRow | null): PlatformError | null => (row && row.repairedAt === null ? row.error : null);

/** Stores a process's finding if it is new; notifies the operators if anyone should get that release. */
async function write({ db, log, clock }: Deps, id: ReleaseId, error: PlatformError | null): Promise<void> {
  if (errorOf(await findRefusal(db, id)) === error) return;
  await db.transaction(async (tx) => {
    // Locks first, so that of two processes with the same finding the second sees the first one's row.
    await bumpRevision(tx);
    const known = await findRefusal(tx, id);
    if (errorOf(known) === error) return;
    const now = clock.now();
    if (error === null) {
      if (known) await saveRefusal(tx, { ...known, repairedAt: now });
      log.info({ release: nameOf(id) }, 'a release is served again');
      return;
    }
    const isSame = known && (known.repairedAt === null || now.getTime() - known.repairedAt.getTime() < SAME_MS);
    const since = isSame ? known.since : now;
    await saveRefusal(tx, { package: id.package, version: id.version, error, since, repairedAt: null });
    const passed = passedBy(await readState(tx, 0), await listPartners(tx), id);
    if (passed.length > 0)
      await notifyOperators(tx, sentenceOf(id, error, passed), `refused:${nameOf(id)}:${since.getTime()}:${error}`);
  });
}

/**
 * Stores which releases differ from what was published, for all processes and across restarts. Stores and notifies
 * operators when a refusal starts and ends (ADR 0020). Runs in the background.
 */
export function createRefusalNotes(deps: Deps) {
  let writing: Promise<void> = Promise.resolve();
  return {
    /** The latest finding; null if the release is valid. */
    add(id: ReleaseId, error: PlatformError | null): void {
      writing = writing
        .then(() => write(deps, id, error))
        .catch((failure: unknown) =>
          deps.log.warn({ err: failure, release: nameOf(id) }, 'the state of a release could not be stored'),
        );
    },
    idle: () => writing,
  };
}
