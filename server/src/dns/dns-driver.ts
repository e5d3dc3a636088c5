import type { Zone } from './zone.ts';

/** What answers for the zones. */
export type DnsDriver = {
  /** It answers from the database, so nothing has to be delivered. */
  readsDatabase: boolean;
  /** Makes a zone answer with exactly these records. Repeating it changes nothing. @throws DeliveryFailed */
  deliver(zone: Zone, signal: AbortSignal): Promise<void>;
  /**
   * Removes the delivered zones that are not among `names`, and returns theirs. These are read after what is delivered, so
   * that a zone that is new in between stays. @throws DeliveryFailed
   */
  keepOnly(names: () => Promise<ReadonlySet<string>>, signal: AbortSignal): Promise<string[]>;
};
