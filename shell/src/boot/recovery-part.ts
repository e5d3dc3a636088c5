import type { PageModule } from '@panel/core';
import type { createBrowserRouter } from '@panel/core/router';
import type { PageLoadError } from './load-errors.ts';
import type { Remote } from './remote.ts';

/** What could not be loaded, and its release; the shell's own pages have none. */
export type Failed = { remoteId: string; page: string; remote: Remote | undefined; error: PageLoadError };

/** A page that threw while it ran. */
export type Broken = { remoteId: string; page: string; remote: Remote | undefined; cause: unknown };

export type Router = ReturnType<typeof createBrowserRouter>;

/** Code for failures and for open tabs (release-recovery/); most page views never need it. */
export type RecoveryPart = {
  recover(failed: Failed): Promise<PageModule>;
  pageBroke(broken: Broken): Promise<boolean>;
  prepareRetry(remoteId: string): Promise<void>;
  openTab(router: Router): void;
};

let load: () => Promise<RecoveryPart> = () => Promise.reject(new Error('This page has no recovery.'));

/** Registers the import of the part, which depends on this module and so cannot be imported here. */
export function setRecoveryPart(loader: () => Promise<RecoveryPart>): void {
  load = loader;
}

/** Loads the part; rejects when it cannot be loaded. */
export const recoveryPart = (): Promise<RecoveryPart> => load();
