import type { Beacon } from '@panel/contract';
import { AGAINST_RELEASE, platformErrors, type PlatformError } from '@panel/contract/platform-errors';
import type { CallContext, RequestFacts } from '../../context/call-context.ts';
import { networkOf } from '../../lib/client-address.ts';
import { addCounts, addFailures, countFailures, notifyOperators, type Counted, type Failure } from './beacon.repo.ts';
import { bumpRevision, insertBlock, recordChange } from './channel.repo.ts';
import { liveSince } from './live-releases.ts';
import { kindOf } from './release-stats.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { rank } from './resolve.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 60_000;
/**
 * Failures of this many visitors on as many networks within a minute hold a release back for a partner (ADR 0043).
 */
const LEAST = 3;
/** After this time, what browsers report holds nothing back: a fault of the release itself shows at once. */
const FRESH_MS = HOUR_MS;

type Deps = Pick<CallContext, 'app' | 'partner' | 'log'>;
/** The page view that reports, as stored with each failure. */
type Reporter = Pick<Failure, 'view' | 'visitor' | 'network'>;

function countsOf(events: readonly Beacon[], partnerId: string, now: Date): Counted[] {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const counts = new Map<string, Counted>();
  for (const event of events) {
    const kind = kindOf(event);
    const key = `${nameOf(event)} ${kind}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { package: event.package, version: event.version, partnerId, hour, kind, count: 1 });
  }
  return [...counts.values()];
}

/** The first failure that counts against each release. */
function failuresOf(events: readonly Beacon[], partnerId: string, reporter: Reporter, now: Date): Failure[] {
  const failures = new Map<string, Failure>();
  for (const event of events) {
    const { package: name, version, kind, reason, detail = '', stack } = event;
    if (kind !== 'error' || !reason || !AGAINST_RELEASE.includes(reason) || failures.has(nameOf(event))) continue;
    const told = [detail.replaceAll('\n', ' '), ...(stack ? [stack] : [])].join('\n');
    failures.set(nameOf(event), {
      package: name,
      version,
      partnerId,
      ...reporter,
      reason,
      detail: told,
      createdAt: now,
    });
  }
  return [...failures.values()];
}

/** What a partner would get instead: the next version in order that the storage has. */
async function fallbackOf({ app, partner }: Deps, id: ReleaseId): Promise<string | null> {
  const state = await app.releases.state();
  const held = new Set([...state.held(id.package, partner.id), id.version]);
  for (const version of rank(id.package, state.policy(id.package, partner.id), null, held).versions) {
    if ((await app.releases.open({ package: id.package, version }))?.refused === null) return version;
  }
  return null;
}

/** Holds a release back for a partner whose browsers cannot run it, and notifies the operators. */
async function holdBack(deps: Deps, id: ReleaseId, reason: PlatformError, now: Date): Promise<void> {
  const { app, partner, log } = deps;
  const instead = await fallbackOf(deps, id);
  if (instead === null) return;
  const scope = { package: id.package, partnerId: partner.id };
  const why = `${LEAST} visitors on ${LEAST} networks within a minute: ${platformErrors[reason]} (${reason})`;
  await app.db.transaction(async (tx) => {
    await bumpRevision(tx);
    if (!(await insertBlock(tx, { ...scope, version: id.version, reason: why, at: now, by: 'automatic' }))) return;
    const detail = `${id.package} ${id.version} is held back for ${partner.domain}, which runs ${instead} instead; ${why}`;
    await recordChange(tx, { ...scope, by: 'browsers', action: 'block', partner: partner.domain, detail }, now);
    await notifyOperators(tx, detail, `release:${nameOf(id)}:${partner.id}:${now.getTime()}`);
    log.warn({ release: nameOf(id), partner: partner.domain, reason }, 'a release was held back');
  });
}

/** Whether enough visitors and networks have reported failures of a release that has just gone live. */
async function isFaulty({ app, partner }: Deps, id: ReleaseId, now: Date): Promise<boolean> {
  const since = liveSince(await app.releases.state(), id, partner.id);
  if (!since || now.getTime() - since.getTime() > FRESH_MS) return false;
  const seen = await countFailures(app.db, id, partner.id, new Date(now.getTime() - WINDOW_MS));
  return Math.min(seen.visitors, seen.networks) >= LEAST;
}

/**
 * Counts a page view's reports about releases that it was served, each once. Holds a release back when enough of them
 * fail. Returns false, and does nothing, without a valid token of a page view.
 */
export async function takeBeacons(
  deps: Deps & Pick<CallContext, 'viewer' | 'visitor'> & { request: Pick<RequestFacts, 'ip'> },
  { token = '', events }: { token?: string; events: readonly Beacon[] },
): Promise<boolean> {
  const { app, partner, viewer, visitor, request } = deps;
  const { views, state } = app.releases;
  const view = views.open(partner.id, token);
  if (!view) return false;
  const { head } = await state();
  const known = events.filter((event) => head(event) !== null && view.has(event) && views.count(view, event));
  const now = app.clock.now();
  await addCounts(app.db, countsOf(known, partner.id, now));
  const reporter = {
    view: view.id,
    visitor: views.pseudonym('visitor', viewer?.user.id ?? visitor ?? ''),
    network: views.pseudonym('network', networkOf(request.ip)),
  };
  const failures = failuresOf(known, partner.id, reporter, now);
  await addFailures(app.db, failures);
  for (const failure of failures) {
    if (await isFaulty(deps, failure, now)) await holdBack(deps, failure, failure.reason, now);
  }
  return true;
}
