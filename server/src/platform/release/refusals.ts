import type { ReleaseInfo, Running } from '@panel/contract';
import type { PlatformError } from '@panel/contract/platform-errors';
import type { AppContext } from '../../process/app-context.ts';
import type { RegistryState } from './registry-state.ts';
import type { ReleaseId } from './release-store.ts';

type Deps = Pick<AppContext, 'clock' | 'releases'>;

/** As operators see it; what was found a moment ago may not be written yet. */
export const refusalOf = (
  { clock }: Pick<Deps, 'clock'>,
  state: RegistryState,
  id: ReleaseId,
  error: PlatformError | null | undefined,
): ReleaseInfo['refused'] => (error ? { error, since: (state.refusal(id)?.since ?? clock.now()).toISOString() } : null);

/** Of versions that visitors should get, those that the storage does not have as they were published. */
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
 * Looks again at all releases that are written down as refused: for whoever wants to know how it stands, and now and
 * then, because a mended release that no page asks for would be called refused for ever.
 */
export async function lookAgain({ releases }: Pick<Deps, 'releases'>): Promise<void> {
  await Promise.all(
    (await releases.state()).refusals.map(({ package: name, version }) => releases.look({ package: name, version })),
  );
}
