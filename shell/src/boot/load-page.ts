import { t } from '@panel/core';
import type { PageModule, RemotePages } from '@panel/core';
import { pages as shellPages } from '../pages.ts';
import { PageLoadError } from './load-errors.ts';
import { recoveryPart, type Failed } from './recovery-part.ts';
import { remoteOf, SHELL_ID, type Remote } from './remote.ts';
import { forgetRemote, loadRemoteModule } from './remote-source.ts';
import { isLoaded, track, within } from './tracked.ts';

/** After this long the user sees a message and Retry. */
export const LOAD_LIMIT_MS = 8000;
const loaded = new Map<string, Promise<PageModule>>();

async function pagesOf(remoteId: string, remote: Remote | undefined): Promise<RemotePages> {
  if (remoteId === SHELL_ID) return shellPages;
  if (!remote) throw new PageLoadError('P302', remoteId);
  if (remote.refused) throw new PageLoadError(remote.refused, remoteId);
  try {
    return (await loadRemoteModule(remote)).pages;
  } catch (cause) {
    throw new PageLoadError('P201', remoteId, cause);
  }
}

async function load(remoteId: string, page: string, remote: Remote | undefined): Promise<PageModule> {
  const importPage = (await pagesOf(remoteId, remote))[page];
  if (!importPage) throw new PageLoadError('P207', remoteId);
  try {
    return await importPage();
  } catch (cause) {
    throw new PageLoadError('P206', remoteId, cause);
  }
}

async function recover(failed: Failed): Promise<PageModule> {
  const part = await recoveryPart().catch(() => null);
  if (!part) throw failed.error;
  return part.recover(failed);
}

/**
 * A page's code in the given release: the same promise for all callers until it is forgotten. If that release cannot
 * be loaded, the page of an earlier one, if there is any. Rejects with PageLoadError.
 */
export function loadPage(remoteId: string, page: string, remote = remoteOf(remoteId)): Promise<PageModule> {
  const key = `${remoteId}@${remote?.version ?? ''} ${page}`;
  const known = loaded.get(key);
  if (known) return known;
  const loading = load(remoteId, page, remote);
  const shown = within(loading, LOAD_LIMIT_MS, () => new PageLoadError('P204', remoteId)).catch(
    (error: PageLoadError) => recover({ remoteId, page, remote, error }),
  );
  const promise = track(shown);
  loaded.set(key, promise);
  // Code that arrives after the limit is valid: the next Retry finds it immediately.
  loading.then(
    () => shown.catch(() => void loaded.set(key, track(loading))),
    () => undefined,
  );
  return promise;
}

/** Makes the next call load pages of a remote again: those that failed, or all of them when its code is in doubt. */
export function forgetPages(remoteId: string, all: boolean): void {
  const remote = remoteOf(remoteId);
  if (remote) forgetRemote(remote);
  for (const [key, promise] of loaded) {
    if (key.startsWith(`${remoteId}@`) && (all || !isLoaded(promise))) loaded.delete(key);
  }
}

/**
 * For Retry: reloads the registry, and allows another attempt without a reload of the page. `all` drops pages that
 * did load, because their code threw.
 */
export async function refreshRemotes(remoteId: string, all = false): Promise<void> {
  const part = await recoveryPart().catch((cause: unknown) => {
    throw new PageLoadError('P301', remoteId, cause, t('The list of sections didn’t load.'));
  });
  await part.prepareRetry(remoteId);
  forgetPages(remoteId, all);
}
