import type { Zone } from './zone.ts';

/** What answers for the zones. */
export type DnsDriver = {
  /** It answers from the database, so nothing has to be delivered. */
  readsDatabase: boolean;
  /**
   * Makes a zone answer with exactly what `read` returns, and with what it returns then, when another process delivers an
   * earlier version meanwhile. Deliveries of one zone by one process follow each other. Repeating it changes nothing.
   * @returns what was delivered last, null once `read` finds no zone
   * @throws DeliveryFailed
   */
  deliver(fqdn: string, read: () => Promise<Zone | null>, signal: AbortSignal): Promise<Zone | null>;
  /**
   * Removes the delivered zones that are not among `names`, and returns theirs. These are read after what is delivered, so
   * that a zone that is new in between stays. @throws DeliveryFailed
   */
  keepOnly(names: () => Promise<ReadonlySet<string>>, signal: AbortSignal): Promise<string[]>;
  /** The versions of the zones that are delivered, by their names. @throws DeliveryFailed */
  serials(signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
};
