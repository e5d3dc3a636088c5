import type { PlatformError } from '@panel/contract/platform-errors';
import type { Build } from '@panel/contract/release';

export const SHELL_ID = 'shell';

/** A release as pages use it. */
export type Served = {
  release: Build;
  /** Folder of its addresses, e.g. `/remotes/mf-sites/1f0c…/`. */
  base: string;
  /** Why it must not run, if it must not. */
  refused: PlatformError | null;
};

/** The releases of one visitor; of the remotes, what is switched off for the partner is not among them. */
export type ReleaseSet = {
  /** The shell on whose page the remotes run. */
  shell: Served;
  /** The version of the shell that a new page view gets; another one only where a tab runs an older shell. */
  newestShell: string;
  remotes: readonly Served[];
};

/** For whom releases are chosen. */
export type Visitor = {
  partnerId: string;
  /** Stays the same for a user, and before the sign-in for a browser; null where there is nothing to know it by. */
  key: string | null;
};

/** What an open tab says of itself. */
export type Tab = {
  /** `package@version` that it could not run. */
  avoid: readonly string[];
  /** The shell that it runs; absent means that of a new page view. */
  shell?: string;
};

export const NEW_PAGE: Tab = { avoid: [] };

/** A file in one of the forms in which it may travel: as it is, brotli, gzip. */
export type Form = 'whole' | 'br' | 'gz';

/** Where pages take releases from. */
export type ReleaseSource = {
  /** What a visitor gets at this moment. Throws PanelError NOT_AVAILABLE where there is no shell to show anything with. */
  setFor(visitor: Visitor, tab: Tab): Promise<ReleaseSet>;
  /** What a published release declares; null when there is none. */
  release(id: { package: string; version: string }): Promise<Build | null>;
  /** A file that the release lists; null when there is none, or not in this form. */
  file(id: { package: string; version: string }, name: string, form: Form): Promise<Buffer<ArrayBuffer> | null>;
};

export const baseOf = ({ package: name, version }: Pick<Build, 'package' | 'version'>): string =>
  name === SHELL_ID ? `/shell/${version}/` : `/remotes/${name}/${version}/`;
