import { PURGE_ALL } from '@panel/contract';
import type { EdgePort, Logger, PartnerPort } from './app-context.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { HostingDriver } from '../hosting/driver.ts';
import { createStopRequests, type Answer } from './stop-everywhere.ts';

const CHANNEL = 'panel_edge';
/** PostgreSQL takes messages of less than 8,000 bytes; a purge with longer addresses is one of everything. */
const MAX_PURGE = 6_000;
type Purge = { siteId: string; addresses: readonly string[] };
type LocalEdge = { invalidate(host: string): void; purge(siteId: string, addresses: readonly string[]): void };
/** A message to the other processes. `from` is not a process id, because two containers have the same ones. */
type Message = {
  from: number;
  invalidate?: string;
  partner?: string;
  purge?: Purge;
  stop?: { request: string; siteId: string };
  stopped?: Answer;
};

/** The edge for other modules: in this process directly, in all others through the database. */
export type ProcessEvents = EdgePort & {
  /** Attaches the edge of this process, if it has one. */
  attach(edge: LocalEdge): void;
  /** Attaches the listener for changed partners. */
  partners: PartnerPort;
  close(): Promise<void>;
};

/** Opens the channel to all processes on one database. */
export async function openProcessEvents(
  database: OpenDatabase,
  hosting: Pick<HostingDriver, 'stop'>,
  log: Logger,
): Promise<ProcessEvents> {
  let local: LocalEdge | null = null;
  const partnerListeners: ((partnerId: string) => void)[] = [];
  const partnerChanged = (id: string) => partnerListeners.forEach((listener) => listener(id));
  const shared = database.kind === 'postgres';
  const { self } = database;
  const send = (message: Omit<Message, 'from'>): Promise<void> =>
    database.notify(CHANNEL, JSON.stringify({ from: self, ...message } satisfies Message));
  const tell = async (message: Omit<Message, 'from'>): Promise<void> => {
    if (!shared) return;
    await send(message).catch((error: unknown) => log.warn({ err: error }, 'other processes could not be notified'));
  };
  const elsewhere = createStopRequests({
    self,
    listeners: async () => (shared ? database.listeners(CHANNEL) : []),
    ask: (request, siteId) => send({ stop: { request, siteId } }),
  });
  /** Stops a site for another process, and reports the outcome. */
  const stopFor = async ({ request, siteId }: NonNullable<Message['stop']>): Promise<void> => {
    const error = await hosting.stop(siteId).then(
      () => undefined,
      (thrown: unknown) => {
        log.warn({ err: thrown }, 'a site could not be stopped');
        return thrown instanceof Error ? thrown.message : String(thrown);
      },
    );
    await tell({ stopped: { request, from: self, ...(error !== undefined && { error: error.slice(0, 500) }) } });
  };
  const close = shared
    ? await database.listen(CHANNEL, (payload) => {
        const message: Message = JSON.parse(payload);
        if (message.invalidate) local?.invalidate(message.invalidate);
        if (message.purge) local?.purge(message.purge.siteId, message.purge.addresses);
        if (message.partner) partnerChanged(message.partner);
        if (message.stopped) elsewhere.answered(message.stopped);
        if (message.stop && message.from !== self) void stopFor(message.stop);
      })
    : async () => undefined;
  return {
    invalidate(host) {
      local?.invalidate(host);
      void tell({ invalidate: host });
    },
    purge(siteId, addresses) {
      local?.purge(siteId, addresses);
      const isShort = Buffer.byteLength(JSON.stringify(addresses)) < MAX_PURGE;
      void tell({ purge: { siteId, addresses: isShort ? addresses : [PURGE_ALL] } });
    },
    async stopEverywhere(siteId) {
      await Promise.all([elsewhere.stop(siteId), hosting.stop(siteId)]);
    },
    partners: {
      async changed(id) {
        partnerChanged(id);
        await tell({ partner: id });
      },
      onChange: (listener) => void partnerListeners.push(listener),
    },
    attach: (edge) => void (local = edge),
    close,
  };
}
