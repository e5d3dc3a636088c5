import { hostSite, renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';

type ScenarioInput = Omit<Parameters<typeof renderPage>[0], 'remote'>;

/** Opens a page of this remote against the real test server. */
export const openPage = (input: ScenarioInput) => renderPage({ remote: { manifest, pages }, ...input });

/** A customer whose one site is really hosted, and ready. */
export async function hostedSite() {
  const { scenario, unmount } = await openPage({ path: '/sites' });
  const site = await hostSite(scenario);
  unmount();
  return { scenario, ...site };
}
