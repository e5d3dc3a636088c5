import { HostingError } from './hosting-error.ts';

/** What a driver does when uses ask for it. */
export type UseActions = {
  /** Ends everything that this process runs of a site. */
  stop(siteId: string): Promise<void>;
  /** Completes or undoes what a changer has left that was killed. */
  recover(siteId: string): Promise<void>;
};

/**
 * Who runs something of a site, and who changes it, among all processes (docs/adr/0086): those who run it share it, a
 * changer has it alone.
 */
export type SiteUses = {
  attach(actions: UseActions): void;
  /**
   * Counts one more user of a site in this process. `unclaimed`: nobody else knows of it, because the database is away.
   * @returns false while another process changes the site
   */
  enter(siteId: string): Promise<boolean | 'unclaimed'>;
  /** Counts one less. `lingers`: something may still run, until another process needs it stopped. */
  leave(siteId: string, lingers?: 'lingers'): void;
  /**
   * Runs a change while no other process runs anything of the site. One at a time for each site and process.
   * @throws HostingError `BUSY` when another process does not stop the site within a minute
   */
  change<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Resolves once no other process changes the site. @returns whether one did */
  passed(siteId: string): Promise<boolean>;
  /** Gives everything back. */
  close(): Promise<void>;
};

/** For a driver whose sites no other process runs. */
export const aloneUses = (): SiteUses => ({
  attach: () => undefined,
  enter: async () => true,
  leave: () => undefined,
  change: (_siteId, work) => work(),
  passed: async () => false,
  close: async () => undefined,
});

/** Of a start that met a change by another process. */
export class SiteChanging extends HostingError {
  constructor() {
    super('BUSY', 'This site is being changed. Wait until that finishes.', { retryable: true });
  }
}
