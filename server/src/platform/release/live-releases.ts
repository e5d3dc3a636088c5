import type { AppContext } from '../../context/app-context.ts';
import { listPartners } from './channel.repo.ts';
import type { LiveRelease } from './check-release.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import type { RegistryState } from './registry-state.ts';
import { rank, type Effective, type Reason } from './resolve.ts';

/** Versions that visitors can get from a policy: the first in order, and an active canary. */
export function versionsOf(name: string, policy: Effective, held: ReadonlySet<string>): string[] {
  const [first] = rank(name, policy, null, held).versions;
  const canary =
    policy.enabled && !policy.pin && policy.canaryPercent > 0 && policy.canary && !held.has(policy.canary)
      ? policy.canary
      : undefined;
  return [first, canary].filter((version) => version !== undefined);
}

/** Versions of a package that a partner's visitors can get. */
export const liveVersions = (state: RegistryState, name: string, partnerId: string): string[] =>
  versionsOf(name, state.policy(name, partnerId), state.held(name, partnerId));

/**
 * Since when a partner's policy names a version, and who set it: its entry among the stable versions, otherwise the
 * last change of the policy. Null without a policy.
 */
export function namedSince(
  state: RegistryState,
  { package: name, version }: { package: string; version: string | null },
  partnerId: string,
  by: Reason,
): { since: string; changedBy: string } | null {
  const rows = state.channels.filter(
    (row) => row.package === name && (row.partnerId === null || row.partnerId === partnerId),
  );
  const row = rows.find((each) => each.partnerId === partnerId) ?? rows.find((each) => each.partnerId === null);
  if (!row) return null;
  const entry =
    by === 'stable' ? rows.flatMap(({ stables }) => stables).findLast((each) => each.version === version) : undefined;
  return { since: entry?.at ?? row.changedAt.toISOString(), changedBy: entry?.by ?? row.changedBy };
}

/** Since when a partner's visitors can get a version; null if they can't. */
export function liveSince(state: RegistryState, id: ReleaseId, partnerId: string): Date | null {
  if (!liveVersions(state, id.package, partnerId).includes(id.version)) return null;
  const { pin, canary } = state.policy(id.package, partnerId);
  const by = pin === id.version ? 'pin' : canary === id.version ? 'canary' : 'stable';
  const named = namedSince(state, id, partnerId, by);
  return named && new Date(named.since);
}

/**
 * What the partners in `concerns` run (all partners by default), with their names. Without any partner, what one
 * would get.
 */
export async function liveReleases(
  { db, releases }: Pick<AppContext, 'db' | 'releases'>,
  concerns: (partnerId: string) => boolean = () => true,
): Promise<LiveRelease[]> {
  const state = await releases.state();
  const known = await listPartners(db);
  const partners = known.length > 0 ? known.filter(({ id }) => concerns(id)) : [{ id: '', domain: 'all partners' }];
  const runs = new Map<string, { id: { package: string; version: string }; partners: string[] }>();
  for (const partner of partners) {
    for (const name of state.packages) {
      for (const version of liveVersions(state, name, partner.id)) {
        const id = { package: name, version };
        const entry = runs.get(nameOf(id)) ?? { id, partners: [] };
        entry.partners.push(partner.domain);
        runs.set(nameOf(id), entry);
      }
    }
  }
  const opened = await Promise.all(
    [...runs.values()].map(async ({ id, partners: hosts }) => ({ opened: await releases.open(id), hosts })),
  );
  return opened.flatMap(({ opened: found, hosts }) => (found ? [{ release: found.release, partners: hosts }] : []));
}
