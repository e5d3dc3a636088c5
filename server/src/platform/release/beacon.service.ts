import type { Beacon } from '@panel/contract';
import { AGAINST_RELEASE, platformErrors, type PlatformError } from '@panel/contract/platform-errors';
import type { CallContext } from '../../http/call-context.ts';
import { addCounts, addFailures, countFailures, tellOperators, type Counted, type Failure } from './beacon.repo.ts';
import { bumpRevision, insertBlock, recordChange } from './channel.repo.ts';
import { liveVersions } from './live-releases.ts';
import { kindOf } from './release-stats.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { rank } from './resolve.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 60_000;
/** This many failed page views within a minute hold a release back for a partner (ADR 0020). */
const VIEWS = 3;

type Deps = Pick<CallContext, 'app' | 'partner' | 'log'>;

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
function failuresOf(events: readonly Beacon[], partnerId: string, view: string, now: Date): Failure[] {
  const failures = new Map<string, Failure>();
  for (const event of events) {
    const { package: name, version, kind, reason, detail = '', stack } = event;
    if (kind !== 'error' || !reason || !AGAINST_RELEASE.includes(reason) || failures.has(nameOf(event))) continue;
    const told = [detail.replaceAll('\n', ' '), ...(stack ? [stack] : [])].join('\n');
    failures.set(nameOf(event), { package: name, version, partnerId, view, reason, detail: told, createdAt: now });
  }
  return [...failures.values()];
}

/** What a partner would get instead: the next version in order that the storage has. */
async function fallbackOf({ app, partner }: Deps, id: ReleaseId): Promise<string | null> {
  const state = await app.releases.state();
  if (!liveVersions(state, id.package, partner.id).includes(id.version)) return null;
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
  const why = `${VIEWS} browsers within a minute: ${platformErrors[reason]} (${reason})`;
  await app.db.transaction(async (tx) => {
    await bumpRevision(tx);
    if (!(await insertBlock(tx, { ...scope, version: id.version, reason: why, at: now, by: 'automatic' }))) return;
    const detail = `${id.package} ${id.version} is held back for ${partner.domain}, which runs ${instead} instead; ${why}`;
    await recordChange(tx, { ...scope, by: 'browsers', action: 'block', partner: partner.domain, detail }, now);
    await tellOperators(tx, detail, `release:${nameOf(id)}:${partner.id}:${now.getTime()}`);
    log.warn({ release: nameOf(id), partner: partner.domain, reason }, 'a release was held back');
  });
}

/** Counts a page view's reports about existing releases. Three failed page views within a minute hold one back. */
export async function takeBeacons(
  deps: Deps,
  { view, events }: { view: string; events: readonly Beacon[] },
): Promise<void> {
  const { app, partner } = deps;
  const now = app.clock.now();
  const state = await app.releases.state();
  const known = events.filter((event) => state.head(event) !== null);
  await addCounts(app.db, countsOf(known, partner.id, now));
  const failures = failuresOf(known, partner.id, view, now);
  await addFailures(app.db, failures);
  for (const failure of failures) {
    const views = await countFailures(app.db, failure, partner.id, new Date(now.getTime() - WINDOW_MS));
    if (views >= VIEWS) await holdBack(deps, failure, failure.reason, now);
  }
}
