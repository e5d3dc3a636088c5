import type { PlatformError } from '@panel/contract/platform-errors';
import type { Build } from '@panel/contract/release';

export const SHELL_ID = 'shell';

/** A release as pages use it. */
export type Served = {
  release: Build;
  /** Base path of its files, e.g. `/remotes/mf-sites/1f0c…/`. */
  base: string;
  /** Why it must not run, if so. */
  refused: PlatformError | null;
};

/** The releases of one visitor, without remotes that are switched off for the partner. */
export type ReleaseSet = {
  /** The shell that the remotes run on. */
  shell: Served;
  /** The shell version of a new page view; differs only if a tab runs an older shell. */
  newestShell: string;
  remotes: readonly Served[];
  /** Revoked releases (`package@version`), which no tab may run any more. */
  revoked?: readonly string[];
  /** Token of the page view (ADR 0043); none for a call that sent none. */
  view?: string;
};

/** The visitor for whom releases are chosen. */
export type Visitor = {
  partnerId: string;
  /** Constant for a user, and before the sign-in for a browser; null if neither is known. */
  key: string | null;
};

/** Reported by an open tab. */
export type Tab = {
  /** `package@version` releases that it could not run. */
  avoid: readonly string[];
  /** The shell that it runs; by default that of a new page view. */
  shell?: string;
  /** Token of its page view, which is renewed; null for a new page view. */
  view?: string | null;
};

export const NEW_PAGE: Tab = { avoid: [], view: null };

/** A stored form of a file: plain, brotli or gzip. */
export type Form = 'whole' | 'br' | 'gz';

/** The source of releases for pages. */
export type ReleaseSource = {
  /**
   * What a visitor gets now.
   * @throws PanelError NOT_AVAILABLE when there is no shell
   */
  setFor(visitor: Visitor, tab: Tab): Promise<ReleaseSet>;
  /** The manifest of a published release; null when there is none. */
  release(id: { package: string; version: string }): Promise<Build | null>;
  /** A file that the release lists; null when it is missing, or not available in this form. */
  file(id: { package: string; version: string }, name: string, form: Form): Promise<Buffer<ArrayBuffer> | null>;
  /** The source map of a script, for staff; null when there is none. */
  sourceMap(id: { package: string; version: string }, script: string): Promise<Buffer<ArrayBuffer> | null>;
};

export const baseOf = ({ package: name, version }: Pick<Build, 'package' | 'version'>): string =>
  name === SHELL_ID ? `/shell/${version}/` : `/remotes/${name}/${version}/`;
