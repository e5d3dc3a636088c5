import type { ReleaseInfo, Running } from '@panel/contract';
import type { PlatformError } from '@panel/contract/platform-errors';
import type { AppContext } from '../../context/app-context.ts';
import type { RegistryState } from './registry-state.ts';
import type { ReleaseId } from './release-store.ts';

type Deps = Pick<AppContext, 'clock' | 'releases'>;

/** For operators; a new finding may not be stored yet. */
export const refusalOf = (
  { clock }: Pick<Deps, 'clock'>,
  state: RegistryState,
  id: ReleaseId,
  error: PlatformError | null | undefined,
): ReleaseInfo['refused'] => {
  const revocation = state.revocation(id);
  if (revocation) return { error: 'P105', since: revocation.at.toISOString() };
  return error ? { error, since: (state.refusal(id)?.since ?? clock.now()).toISOString() } : null;
};

/** Versions that visitors should get, and that are revoked or not in the storage as published. */
export async function refusedAmong(
  deps: Deps,
  state: RegistryState,
  name: string,
  versions: readonly string[],
): Promise<Running['refused']> {
  const found: Running['refused'] = [];
  for (const version of new Set(versions)) {
    const id = { package: name, version };
    const refused = refusalOf(deps, state, id, (await deps.releases.open(id))?.refused);
    if (refused) found.push({ version, ...refused });
  }
  return found;
}

/**
 * Checks all refused releases again, on request and at intervals: a repaired release that no page requests would
 * otherwise stay refused forever.
 */
export async function lookAgain({ releases }: Pick<Deps, 'releases'>): Promise<void> {
  await Promise.all(
    (await releases.state()).refusals.map(({ package: name, version }) => releases.look({ package: name, version })),
  );
}
