import type { PageModule } from '@panel/core';
import { forgetPages, loadPage } from '../boot/load-page.ts';
import type { Failed } from '../boot/recovery-part.ts';
import type { Diagnosis } from './diagnose.ts';

/** Pages of releases that were loaded a second time by themselves, until somebody presses Retry. */
const tried = new Set<string>();

/**
 * A file that failed may be good by the time somebody looks: the network was away for a moment, or the browser still
 * holds the failure of a file that the page's head asked for early. Such a page is loaded once more, before anybody is
 * told; null where that makes no sense.
 */
export function secondTry({ remoteId, page, remote }: Failed, { isGood }: Diagnosis): Promise<PageModule> | null {
  const key = `${remoteId}@${remote?.version ?? ''} ${page}`;
  if (!isGood || tried.has(key)) return null;
  tried.add(key);
  forgetPages(remoteId, false);
  return loadPage(remoteId, page, remote);
}

/** Retry was pressed: each page may be loaded a second time again. */
export const allowSecondTry = (): void => tried.clear();
