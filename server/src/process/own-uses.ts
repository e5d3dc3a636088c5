import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../kernel/clock-and-log.ts';

const AGAIN_MS = 100;

type Deps = {
  /** Claims the share of this process in a site; false while another process changes it. */
  share(siteId: string): Promise<boolean>;
  release(siteId: string): Promise<void>;
  /** Ends everything that this process runs of a site. */
  stop(siteId: string): Promise<void>;
  log: Logger;
};
/** `held` is null while the share is not claimed. */
type Use = { count: number; held: Promise<boolean> | null; leaving: Promise<void> | null };

/**
 * What this process runs of each site: all its users have one share together, which is claimed for the first and given
 * back after the last.
 */
export function createOwnUses({ share, release, stop, log }: Deps) {
  const uses = new Map<string, Use>();
  const useOf = (siteId: string): Use => {
    const use = uses.get(siteId) ?? { count: 0, held: null, leaving: null };
    uses.set(siteId, use);
    return use;
  };

  /** Gives the share back, after `end`; nobody enters meanwhile. A share that could not be given back stays claimed. */
  const giveBack = (siteId: string, use: Use, end: () => Promise<void>): Promise<void> => {
    use.leaving ??= (async () => {
      try {
        await use.held?.catch(() => undefined);
        await end();
        await release(siteId);
        uses.delete(siteId);
      } catch (error) {
        log.warn({ err: error, siteId }, 'a site could not be given to another process');
      } finally {
        use.leaving = null;
      }
    })();
    return use.leaving;
  };
  /** Ends users until none is left: one may have just been about to begin. */
  const endUsers = async (siteId: string, use: Use): Promise<void> => {
    for (;;) {
      await stop(siteId);
      if (use.count === 0) return;
      await wait(AGAIN_MS);
    }
  };

  return {
    sites: (): string[] => [...uses.keys()],
    async enter(siteId: string): Promise<boolean> {
      for (let use = useOf(siteId); ; use = useOf(siteId)) {
        if (use.leaving) {
          await use.leaving;
          continue;
        }
        use.count += 1;
        const asked = (use.held ??= share(siteId));
        const entered = await asked.catch((error: unknown) => {
          use.count -= 1;
          if (use.held === asked) use.held = null;
          throw error;
        });
        if (entered) return true;
        use.count -= 1;
        if (use.held === asked) use.held = null;
        if (use.count === 0 && use.leaving === null) uses.delete(siteId);
        return false;
      }
    },
    /** Counts a user while the share cannot be claimed. */
    enterUnclaimed(siteId: string): boolean {
      const use = useOf(siteId);
      if (use.leaving) return false;
      use.count += 1;
      return true;
    },
    leave(siteId: string, lingers?: 'lingers'): void {
      const use = uses.get(siteId);
      if (use === undefined) return;
      use.count -= 1;
      if (use.count === 0 && lingers === undefined) void giveBack(siteId, use, async () => undefined);
    },
    /** Another process is to change the site: ends what runs here. */
    async giveUp(siteId: string): Promise<void> {
      const use = uses.get(siteId);
      if (use !== undefined) await giveBack(siteId, use, () => endUsers(siteId, use));
    },
    /** Claims shares of users who began without one. A site that another process changes meanwhile is stopped. */
    async claimAgain(): Promise<void> {
      for (const [siteId, use] of uses) {
        if (use.held !== null || use.leaving !== null || use.count === 0) continue;
        const asked = (use.held = share(siteId));
        if (await asked.catch(() => null)) continue;
        if (use.held === asked) use.held = null;
        await this.giveUp(siteId);
      }
    },
  };
}
