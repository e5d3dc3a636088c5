/**
 * A version of PHP. `id` is its release series, e.g. `8.3`, which stays the same through its updates. `extensions`: names
 * as `php -m` prints them, null where they are not known.
 */
export type PhpVersion = { id: string; version: string; extensions: readonly string[] | null };

/** The versions that a workload can run with. */
export interface Runtimes {
  /** Gives a site another version of PHP, by its id in `capabilities`; the next start uses it. */
  usePhp(siteId: string, version: string): Promise<void>;
}
