import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '../db/database.ts';
import { isUnreachable } from '../db/query-error.ts';
import { siteUses } from '../db/site-use.repo.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { isAnothers, PROCESS_NAME } from '../kernel/process-name.ts';
import { aloneUses, type UseActions, type SiteUses } from '../hosting/site-uses.ts';
import { createOwnUses } from '../process/own-uses.ts';
import type { Logger } from '../kernel/clock-and-log.ts';

const CHANNEL = 'panel_sites';
/** How often one who waits looks, besides after a message. */
const LOOK_MS = 1_000;
/** How long a changer waits for others to stop a site, and for its turn behind another changer. */
const STOP_MS = 60_000;
const TURN_MS = 10 * 60_000;

/** `wanted`: a site that others must stop. `freed`: one of which somebody has given something back. */
type Message = { from: number; wanted?: string; freed?: string };

/** Opens the uses of this process: rows of a table on PostgreSQL; PGlite has one process only. */
export async function openSiteUses(database: OpenDatabase, log: Logger): Promise<SiteUses> {
  if (database.kind !== 'postgres') return aloneUses();
  const { self, db } = database;
  const holder = `${PROCESS_NAME}/${self}`;
  const rows = siteUses(db, holder);
  const waiting = new Map<string, Set<() => void>>();
  const passing = new Map<string, Promise<boolean>>();
  /** Changes that have ended, and whose rows could not be removed yet. */
  const owed = new Map<string, Promise<void>>();
  let actions: UseActions = { stop: async () => undefined, recover: async () => undefined };
  let closed = false;

  const send = (message: Omit<Message, 'from'>): Promise<void> =>
    database
      .notify(CHANNEL, JSON.stringify({ from: self, ...message } satisfies Message))
      // Those who wait look by themselves, a little later.
      .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be notified'));
  const own = createOwnUses({
    share: async (siteId) => (await rows.share(siteId)) === null,
    release: async (siteId) => {
      await rows.release(siteId, false);
      await send({ freed: siteId });
    },
    stop: (siteId) => actions.stop(siteId),
    log,
  });

  /** Until somebody gives something of the site back, or it is time to look again. */
  const freed = async (siteId: string): Promise<void> => {
    const listeners = waiting.get(siteId) ?? new Set<() => void>();
    waiting.set(siteId, listeners);
    const end = new AbortController();
    const wake = () => end.abort();
    listeners.add(wake);
    await wait(LOOK_MS, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
    listeners.delete(wake);
    if (listeners.size === 0) waiting.delete(siteId);
  };

  /**
   * A process is gone when neither its lock in the data folder nor its connection is there (docs/adr/0045). One whose
   * connection was cut still has the first, and what it runs still runs.
   */
  const isGone = async (other: string): Promise<boolean> => {
    if (isAnothers(other)) return false;
    const listening = await database.listeners(CHANNEL);
    return !listening.includes(Number(other.slice(other.lastIndexOf('/') + 1)));
  };
  const removeGone = async (others: string[], siteId: string): Promise<boolean> => {
    let removed = false;
    for (const other of others)
      if (await isGone(other)) {
        await rows.remove(other, siteId);
        removed = true;
      }
    return removed;
  };

  const claim = async (siteId: string): Promise<void> => {
    await owed.get(siteId);
    const until = performance.now() + TURN_MS;
    for (;;) {
      const other = await rows.claim(siteId);
      if (other === null) return;
      if (await removeGone([other], siteId)) continue;
      if (performance.now() > until) throw busy('This site is being changed.');
      await freed(siteId);
    }
  };
  const stopElsewhere = async (siteId: string): Promise<void> => {
    const until = performance.now() + STOP_MS;
    for (;;) {
      const others = await rows.others(siteId);
      if (others.length === 0) return;
      if (await removeGone(others, siteId)) continue;
      if (performance.now() > until) throw busy(`The site may still run in ${others.length} other processes.`);
      await send({ wanted: siteId });
      await freed(siteId);
    }
  };
  /** A row that cannot be removed now keeps others waiting, so it is tried again until it is gone. */
  const release = async (siteId: string): Promise<void> => {
    for (let stored = false; !stored && !closed;) {
      stored = await rows.release(siteId, true).then(
        () => true,
        async (error: unknown) => {
          log.warn({ err: error, siteId }, 'the end of a change could not be stored');
          return wait(LOOK_MS, false, { ref: false });
        },
      );
    }
    await send({ freed: siteId });
  };

  const untilPassed = async (siteId: string): Promise<boolean> => {
    for (let waited = false; ; waited = true) {
      const other = await rows.changer(siteId);
      if (other === null) return waited;
      // Taken over as a change, so that only one process completes what the killed one has left.
      if (await isGone(other)) await actions.recover(siteId);
      else await freed(siteId);
    }
  };

  /** Messages may have been lost: asks for what others change, and stores what was begun without the database. */
  const lookAgain = async (): Promise<void> => {
    for (const listeners of waiting.values()) for (const wake of listeners) wake();
    await own.claimAgain();
    const known = own.sites();
    if (known.length > 0) for (const siteId of await rows.changed(known)) void own.giveUp(siteId);
  };
  const leaveChannel = await database.listen(
    CHANNEL,
    (payload) => {
      const { from, wanted, freed: free }: Message = JSON.parse(payload);
      if (free !== undefined) waiting.get(free)?.forEach((wake) => wake());
      if (wanted !== undefined && from !== self) void own.giveUp(wanted);
    },
    () => void lookAgain().catch((error: unknown) => log.warn({ err: error }, 'the uses of sites are unknown')),
  );

  return {
    attach: (given) => void (actions = given),
    async enter(siteId) {
      return own.enter(siteId).catch((error: unknown) => {
        // Nobody can begin a change without the database either; the folder of the site shows one that has begun.
        if (!isUnreachable(error)) throw error;
        return own.enterUnclaimed(siteId) && 'unclaimed';
      });
    },
    leave: own.leave,
    async change(siteId, work) {
      await claim(siteId);
      try {
        await stopElsewhere(siteId);
        return await work();
      } finally {
        const released = release(siteId).finally(() => owed.delete(siteId));
        owed.set(siteId, released);
        await Promise.race([released, wait(LOOK_MS, undefined, { ref: false })]);
      }
    },
    passed(siteId) {
      const known = passing.get(siteId);
      if (known) return known;
      const asked = untilPassed(siteId).finally(() => passing.delete(siteId));
      passing.set(siteId, asked);
      return asked;
    },
    async close() {
      closed = true;
      await leaveChannel();
      await rows.remove(holder).catch((error: unknown) => log.warn({ err: error }, 'the uses of sites stay'));
    },
  };
}

const busy = (detail: string): HostingError =>
  new HostingError('BUSY', 'The site could not be stopped in every process. Try again in a minute.', {
    retryable: true,
    detail,
  });
