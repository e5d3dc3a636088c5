import type { Edge } from '../edge/index.ts';
import type { HostingDriver } from '../hosting/index.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { Where } from '../machine/where.ts';

type Deps = {
  hosting: Pick<HostingDriver, 'running' | 'stop'>;
  edge: Pick<Edge, 'refresh'> | null;
  sftp: { cutAll(): void };
  where: Pick<Where, 'forget'>;
  log: Logger;
};

/**
 * What a process does that has been without the database for so long that others may take over what is here: it stops everything. Before
 * it serves again it forgets what it knew, and reads anew what is still its own. Visits get a page meanwhile, and open WebSockets are closed by
 * the edge, which asks whether their site is served.
 */
export function createCutOff({ hosting, edge, sftp, where, log }: Deps) {
  return {
    async over(): Promise<void> {
      log.error('this machine has not reached the database for too long; it serves nothing until it does');
      sftp.cutAll();
      for (const id of hosting.running())
        await hosting
          .stop(id)
          .catch((error: unknown) => log.warn({ err: error, siteId: id }, 'a site could not be stopped'));
    },
    back(): void {
      where.forget();
      edge?.refresh(true);
      log.warn('this machine reaches the database again, and serves what is still its own');
    },
  };
}
