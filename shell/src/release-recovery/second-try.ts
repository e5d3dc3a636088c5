import type { PageModule } from '@panel/core';
import { forgetPages, loadPage } from '../boot/load-page.ts';
import type { Failed } from '../boot/recovery-part.ts';
import type { Diagnosis } from './diagnose.ts';

/** Pages that were automatically loaded a second time, until the user chooses Retry. */
const tried = new Set<string>();

/**
 * A file that failed may load now: the network was down for a moment, or the browser cached the failure of a preload.
 * Loads such a page once more before the user sees an error; null where that is pointless.
 */
export function secondTry({ remoteId, page, remote }: Failed, { isGood }: Diagnosis): Promise<PageModule> | null {
  const key = `${remoteId}@${remote?.version ?? ''} ${page}`;
  if (!isGood || tried.has(key)) return null;
  tried.add(key);
  forgetPages(remoteId, false);
  return loadPage(remoteId, page, remote);
}

/** After Retry: each page may be loaded a second time again. */
export const allowSecondTry = (): void => tried.clear();
