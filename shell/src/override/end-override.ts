import type { Override } from '@panel/contract/manifest';
import {
  api,
  decideAccess,
  findRoute,
  leaveTo,
  notify,
  NOTICE_MS,
  panelStore,
  partnerAtom,
  registryAtom,
  userAtom,
  type PageModule,
  type Registry,
  t,
} from '@panel/core';
import { loadPage } from '../boot/load-page.ts';
import type { Failed } from '../boot/recovery-part.ts';
import { remoteOf } from '../boot/remote.ts';
import { manifestsOf } from '../menus/manifests.ts';
import { adopt, askRegistry } from '../release-recovery/registry.ts';
import { placeOf } from './override-param.ts';

/** Whether the open page is accessible without the override, which shows staff the pages of customers. */
function isOpenIn(registry: Registry, path: string): boolean {
  const partner = panelStore.get(partnerAtom);
  const match = findRoute(manifestsOf(registry), path);
  return partner !== null && match !== null && decideAccess(match.route, partner, panelStore.get(userAtom)) === 'ok';
}

/** Returns to the release, on this page if it is accessible. `open` makes a full page view. */
export async function leaveOverride(open: (address: string) => void): Promise<void> {
  const reason = 'left';
  await api.platform.clearOverride({ reason }, { context: { failure: 'notice' } });
  const registry = await askRegistry();
  const { pathname, search, hash } = window.location;
  open(isOpenIn(registry, pathname) ? pathname + search + hash : '/');
}

let ending: Promise<void> | null = null;

async function endFailed(override: Override): Promise<void> {
  const reason = 'failed';
  await api.platform.clearOverride({ reason });
  const registry = await askRegistry();
  adopt(registry);
  notify({
    kind: 'warning',
    title: t('The local override has ended'),
    message: t('{remote} could not be loaded from {place}. You are back on its release.', {
      remote: override.remote,
      place: placeOf(override),
    }),
    duration: NOTICE_MS.warning,
  });
  if (!isOpenIn(registry, window.location.pathname)) leaveTo('/');
}

/**
 * The development server did not return a page: ends the override, and returns the page of the release if the user
 * has access. Several pages and parts may find out at the same time: it ends once. Null when this remote is not the
 * session's own override, or when the panel is unreachable.
 */
export async function withoutOverride({
  remoteId,
  page,
}: Pick<Failed, 'remoteId' | 'page'>): Promise<PageModule | null> {
  const { override } = panelStore.get(registryAtom);
  if (override?.remote === remoteId) ending ??= endFailed(override).finally(() => void (ending = null));
  await ending?.catch(() => undefined);
  const now = remoteOf(remoteId);
  return now && now.version !== 'local' ? loadPage(remoteId, page, now) : null;
}
