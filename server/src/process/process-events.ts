import { randomUUID } from 'node:crypto';
import type { EdgePort, Logger, PartnerPort } from './app-context.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { HostingDriver } from '../hosting/driver.ts';

const CHANNEL = 'panel_edge';
/** `from` is a random id: processes on two machines, or in two containers, have the same pid. */
type Message = { from: string; invalidate?: string; stop?: string; partner?: string };

/** The edge for other modules: in this process directly, in all others through the database. */
export type ProcessEvents = EdgePort & {
  /** Attaches the edge of this process, if it has one. */
  attach(edge: { invalidate(host: string): void }): void;
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
  let local: { invalidate(host: string): void } | null = null;
  const partnerListeners: ((partnerId: string) => void)[] = [];
  const partnerChanged = (id: string) => partnerListeners.forEach((listener) => listener(id));
  const shared = database.kind === 'postgres';
  const self = randomUUID();
  const tell = async (message: Omit<Message, 'from'>): Promise<void> => {
    if (!shared) return;
    await database
      .notify(CHANNEL, JSON.stringify({ from: self, ...message } satisfies Message))
      .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be notified'));
  };
  const close = shared
    ? await database.listen(CHANNEL, (payload) => {
        const message: Message = JSON.parse(payload);
        if (message.invalidate) local?.invalidate(message.invalidate);
        if (message.partner) partnerChanged(message.partner);
        if (message.stop && message.from !== self)
          hosting.stop(message.stop).catch((error: unknown) => log.warn({ err: error }, 'a site could not be stopped'));
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
