import { HostingError, toHostingError, type Failure } from '../hosting-error.ts';
import type { SiteProcess } from '../runtime/site-runtime.ts';
import { SiteChanging, type SiteUses } from '../site-uses.ts';
import { markChange, markUnclaimed, meetsChange, withoutUnclaimed } from './change-mark.ts';
import { recover, type SiteFolder } from './site-folder.ts';
import type { SiteGate } from './site-gate.ts';

type Deps = {
  /** Within this process, and among all of them. */
  gate: SiteGate;
  uses: SiteUses;
  folderOf(siteId: string): SiteFolder;
  /** Ends what this process runs of a site: its server, its clients, its commands, and what waits for the next command. */
  end(siteId: string): Promise<void>;
  /** After a change, also a failed one. */
  tidy(folder: SiteFolder): Promise<void>;
  /** Whether something of a site may still run after a command. */
  lingers: boolean;
  /** Whether a site moves to another machine: what waited for the move must not go on with what stays here. */
  hasLeft(siteId: string): Promise<boolean>;
};

const MOVING = 'This site is being moved to another server. Try again in a moment.';

/** Who may run something of a site, and who may change it, here and in other processes (docs/adr/0086). */
export function createSiteTurns({ gate, uses, folderOf, end, tidy, lingers, hasLeft }: Deps) {
  /** Runs while nothing else changes the site, and no other process runs anything of it. */
  const owning = <T>(siteId: string, work: () => Promise<T>): Promise<T> =>
    gate.exclusive(siteId, () => uses.change(siteId, work));
  uses.attach({ stop: end, recover: (siteId) => owning(siteId, () => recover(folderOf(siteId))) });
  const needToStay = async (siteId: string): Promise<void> => {
    if (await hasLeft(siteId)) throw new HostingError('BUSY', MOVING, { retryable: true });
  };
  /** Joins those who run the site. @returns what ends that  @throws SiteChanging */
  const enter = async (siteId: string): Promise<() => Promise<void>> => {
    const entered = await uses.enter(siteId);
    if (!entered) throw new SiteChanging();
    const folder = folderOf(siteId);
    const unmark = entered === 'unclaimed' ? await markUnclaimed(folder) : null;
    const leave = async () => {
      await unmark?.();
      uses.leave(siteId);
    };
    if (unmark === null || !(await meetsChange(folder))) return leave;
    await leave();
    throw new SiteChanging();
  };

  return {
    owning,
    /** Changes that need the site stopped: stops it everywhere, removes leftovers, blocks starts, makes errors readable. */
    standing: <T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T> =>
      owning(siteId, async () => {
        await needToStay(siteId);
        const folder = folderOf(siteId);
        const unmark = await markChange(folder);
        try {
          await Promise.all([end(siteId), withoutUnclaimed(folder)]);
          await recover(folder);
          return await work();
        } catch (error) {
          throw toHostingError(error, failure);
        } finally {
          await unmark();
          await tidy(folder);
        }
      }),
    /** Runs something of a site for a client or a caller, after changes that are under way. */
    async using<T>(siteId: string, work: () => Promise<T>): Promise<T> {
      for (;;) {
        await gate.passed(siteId);
        if (await uses.enter(siteId)) break;
        await uses.passed(siteId);
      }
      try {
        await needToStay(siteId);
        return await work();
      } finally {
        uses.leave(siteId, lingers ? 'lingers' : undefined);
      }
    },
    /** Starts something after changes that are under way. One by another process may also be why `start` fails. */
    async afterChanges<T>(siteId: string, start: () => Promise<T>): Promise<T> {
      for (;;) {
        await gate.passed(siteId);
        try {
          return await start();
        } catch (error) {
          const waited = await uses.passed(siteId).catch(() => false);
          if (!waited && !(error instanceof SiteChanging)) throw error;
        }
      }
    },
    /** Starts a server of the site, and counts it as long as it runs. @throws SiteChanging */
    async serving(siteId: string, start: () => Promise<SiteProcess>): Promise<SiteProcess> {
      const leave = await enter(siteId);
      try {
        await needToStay(siteId);
        const process = await start();
        void process.exited.then(() => process.stop().finally(leave)).catch(() => undefined);
        return process;
      } catch (error) {
        await leave();
        throw error;
      }
    },
  };
}
