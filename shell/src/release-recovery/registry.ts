import { api, panelStore, refreshPartner, registryAtom, type Registry } from '@panel/core';
import { avoided } from '../boot/active-releases.ts';
import { trust } from '../boot/integrity.ts';

/** The shell that runs on this page: what the initial HTML said, which nothing has replaced before this part came. */
export const ownShell = panelStore.get(registryAtom).shell;
export const isNewShell = ({ shell }: Registry): boolean =>
  ownShell !== undefined && shell !== undefined && shell !== ownShell;

/** As much as a call takes; the latest count. */
const MOST_AVOIDED = 20;

/** What the tab says of itself: the shell that it runs, and the releases that it could not run. */
export const aboutTab = (): { avoid?: string[]; shell?: string } => ({
  ...(avoided.size > 0 && { avoid: [...avoided].slice(-MOST_AVOIDED) }),
  ...(ownShell && { shell: ownShell }),
});

/** From now on menus and pages follow this registry; what it names may run. */
export function adopt(registry: Registry): void {
  for (const remote of registry.remotes) trust(remote);
  panelStore.set(registryAtom, registry);
}

/** Asks the server what there is for this tab. Rejects with ApiError. */
export const askRegistry = (): Promise<Registry> => api.platform.registry(aboutTab());

/** Has anything changed for this tab? Then takes it: the registry, and the partner, whose switches say what is on. */
export async function follow(): Promise<void> {
  const { buildId } = await api.platform.state(aboutTab());
  if (buildId === panelStore.get(registryAtom).buildId) return;
  const [registry] = await Promise.all([askRegistry(), refreshPartner()]);
  adopt(registry);
}
