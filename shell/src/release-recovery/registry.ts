import { api, panelStore, refreshPartner, registryAtom, userAtom, type Registry } from '@panel/core';
import { avoided } from '../boot/active-releases.ts';
import { trust } from '../boot/integrity.ts';
import { requestedReleases } from '../boot/remote-source.ts';

/** The shell that runs on this page: that of the initial HTML, which nothing replaces before this part has loaded. */
export const ownShell = panelStore.get(registryAtom).shell;
export const isNewShell = ({ shell }: Registry): boolean =>
  ownShell !== undefined && shell !== undefined && shell !== ownShell;

/** Whether this tab runs a release that was revoked since. */
export const runsRevoked = ({ revoked = [] }: Registry): boolean =>
  revoked.some((release) => release === `shell@${ownShell}` || requestedReleases.has(release));

/** The maximum of the call's input; the latest count. */
const MOST_AVOIDED = 20;

/** Token of this page view, from the initial HTML; each response of the registry renews it. */
let view = document.documentElement.dataset['view'];
export const viewToken = (): string | undefined => view;
function renewed<T extends { view?: string }>(answer: T): T {
  view = answer.view ?? view;
  return answer;
}

/** What the tab reports about itself: its shell, the releases that it could not run, and its page view. */
export const aboutTab = (): { avoid?: string[]; shell?: string; view?: string } => ({
  ...(avoided.size > 0 && { avoid: [...avoided].slice(-MOST_AVOIDED) }),
  ...(ownShell && { shell: ownShell }),
  ...(view && { view }),
});

/** Applies a registry to menus and pages, and allows its files. */
export function adopt(registry: Registry): void {
  for (const remote of registry.remotes) trust(remote);
  panelStore.set(registryAtom, registry);
}

/** Requests this tab's registry. Rejects with ApiError. */
export const askRegistry = async (): Promise<Registry> => renewed(await api.platform.registry(aboutTab()));

/** Applies changes for this tab, if any: the registry, and the partner with its switches. */
export async function follow(): Promise<void> {
  const { buildId } = renewed(await api.platform.state(aboutTab()));
  if (buildId === panelStore.get(registryAtom).buildId) return;
  // Without a session the server names the sections of a visitor. This call then leads to the sign-in instead.
  if (panelStore.get(userAtom)) await api.user.profile();
  const [registry] = await Promise.all([askRegistry(), refreshPartner()]);
  adopt(registry);
}
