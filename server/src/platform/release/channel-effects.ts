import type { ChannelEffect } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { listPartners, type PartnerName, type Scope } from './channel.repo.ts';
import { runningOf } from './release-list.service.ts';
import type { RegistryState } from './registry-state.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'releases'>;
type Runs = ChannelEffect['from'];

async function runsOf(deps: Deps, state: RegistryState, name: string, partner: PartnerName): Promise<Runs> {
  const running = await runningOf(deps, state, name, partner);
  const isServed = running?.refused.every(({ version }) => version !== running.version);
  return running && isServed
    ? { version: running.version, by: running.by, canary: running.canary }
    : { version: null, by: 'none', canary: null };
}

/** What each partner in a scope gets of a package before and after. */
export async function effectsOf(
  deps: Deps,
  { before, after }: Record<'before' | 'after', RegistryState>,
  scope: Scope,
): Promise<ChannelEffect[]> {
  const partners = (await listPartners(deps.db)).filter(({ id }) => scope.partnerId === null || id === scope.partnerId);
  const effects: ChannelEffect[] = [];
  for (const partner of partners) {
    effects.push({
      partner: partner.domain,
      from: await runsOf(deps, before, scope.package, partner),
      to: await runsOf(deps, after, scope.package, partner),
    });
  }
  return effects;
}
