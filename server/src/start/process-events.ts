import { PURGE_ALL } from '@panel/contract';
import type { EdgePort, PartnerPort } from '../context/app-context.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { OpenDatabase } from '../db/database.ts';

const CHANNEL = 'panel_edge';
/** PostgreSQL takes messages of less than 8,000 bytes; a purge with longer addresses is one of everything. */
const MAX_PURGE = 6_000;
type Purge = { siteId: string; addresses: readonly string[]; generation: number };
type LocalEdge = {
  invalidate(host: string): void;
  purge(siteId: string, addresses: readonly string[], generation: number): void;
  refresh(): void;
};
/** A message to the other processes. `from` is not a process id, because two containers have the same ones. */
type Message = {
  from: number;
  invalidate?: string;
  partner?: string;
  purge?: Purge;
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
  nextGeneration: (siteId: string) => Promise<number>,
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
  const close = shared
    ? await database.listen(
        CHANNEL,
        (payload) => {
          const message: Message = JSON.parse(payload);
          if (message.invalidate) local?.invalidate(message.invalidate);
          if (message.purge) local?.purge(message.purge.siteId, message.purge.addresses, message.purge.generation);
          if (message.partner) partnerChanged(message.partner);
        },
        () => local?.refresh(),
      )
    : async () => undefined;
  return {
    invalidate(host) {
      local?.invalidate(host);
      void tell({ invalidate: host });
    },
    async purge(siteId, addresses) {
      const generation = await nextGeneration(siteId);
      local?.purge(siteId, addresses, generation);
      const isShort = Buffer.byteLength(JSON.stringify(addresses)) < MAX_PURGE;
      await tell({ purge: { siteId, addresses: isShort ? addresses : [PURGE_ALL], generation } });
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
