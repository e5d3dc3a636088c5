import type { AppContext } from '../../process/app-context.ts';
import { listPartners } from './channel.repo.ts';
import type { LiveRelease } from './check-release.ts';
import { nameOf } from './release-store.ts';
import type { RegistryState } from './registry-state.ts';
import { rank, type Effective } from './resolve.ts';

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
