import type { EdgePort, Logger } from './context.ts';
import type { OpenDatabase } from './db/database.ts';
import type { HostingDriver } from './hosting/driver.ts';

const CHANNEL = 'panel_edge';
type Message = { from: number; invalidate?: string; stop?: string };

/** The edge as the other parts reach it: here at once, and in every other process through the database. */
export type EdgeBus = EdgePort & {
  /** Attaches the edge of this process, if it has one. */
  attach(edge: { invalidate(host: string): void }): void;
  close(): Promise<void>;
};

/** Opens the way to the edges of all processes on one database. */
export async function openEdgeBus(database: OpenDatabase, hosting: Pick<HostingDriver, 'stop'>, log: Logger): Promise<EdgeBus> {
  let local: { invalidate(host: string): void } | null = null;
  const shared = database.kind === 'postgres';
  const tell = async (message: Omit<Message, 'from'>): Promise<void> => {
    if (!shared) return;
    await database.notify(CHANNEL, JSON.stringify({ from: process.pid, ...message })).catch((error: unknown) => log.warn({ err: error }, 'other edges were not told'));
  };
  const close = shared
    ? await database.listen(CHANNEL, (payload) => {
        const message: Message = JSON.parse(payload);
        if (message.invalidate) local?.invalidate(message.invalidate);
        if (message.stop && message.from !== process.pid) hosting.stop(message.stop).catch((error: unknown) => log.warn({ err: error }, 'a site could not be stopped'));
      })
    : async () => undefined;
  return {
    invalidate(host) {
      local?.invalidate(host);
      void tell({ invalidate: host });
    },
    async stopEverywhere(siteId) {
      await tell({ stop: siteId });
      await hosting.stop(siteId);
    },
    attach: (edge) => void (local = edge),
    close,
  };
}
