import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { partnerOfHost } from './partner.repo.ts';

/** Changes are broadcast to every process; a process that missed a broadcast sees the change after this time. */
const FRESH_MS = 2000;
/** Limits the cache: unknown names are cached as well, and anyone can invent them. */
const HOSTS_MAX = 1000;

type Known = { partner: Promise<PartnerRow | null>; until: number };

export type PartnerDirectory = {
  /** The partner of a host name, or null. */
  ofHost(host: string): Promise<PartnerRow | null>;
  /** Clears the cache, after a partner was changed here or in another process, or a notification may have been lost. */
  forget(): void;
};

/**
 * Finds partners by host with a short cache; concurrent requests share one query. While the database is unreachable,
 * cached partners stay valid: files of releases need nothing else.
 */
export function createPartnerDirectory({ db, clock }: Pick<AppContext, 'db' | 'clock'>): PartnerDirectory {
  const known = new Map<string, Known>();
  return {
    async ofHost(host) {
      const now = clock.now().getTime();
      const hit = known.get(host);
      if (hit && hit.until > now && hit.until <= now + FRESH_MS) return hit.partner;
      if (known.size >= HOSTS_MAX) known.clear();
      const asked = partnerOfHost(db, host);
      const entry: Known = { partner: hit ? asked.catch(() => hit.partner) : asked, until: now + FRESH_MS };
      known.set(host, entry);
      // A failed query must not be cached.
      entry.partner.catch(() => known.get(host) === entry && known.delete(host));
      return entry.partner;
    },
    forget() {
      for (const entry of known.values()) entry.until = 0;
    },
  };
}
