import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { createSharedWork } from '../lib/shared-work.ts';

/** A certificate as it is served. */
export type Served = { id: string; chain: string; key: string };
/** Finds the certificate of a host name; `known` is the id of the one that is in use. */
export type CertificateSource = (host: string, known: string | null) => Promise<Served | 'unchanged' | null>;

export type SecureContexts = {
  contextOf(host: string): Promise<SecureContext | null>;
  /** Forgets what is known about a host name, because its certificate was changed. */
  invalidate(host: string): void;
};

const MAX_CONTEXTS = 2_000;
/** How often a change is looked for that nobody told this process about. */
const FRESH_MS = 30_000;
/** Names without a certificate are asked about more often: they get one soon. */
const ABSENT_MS = 2_000;
const MAX_ABSENT = 10_000;

/** The certificates in use, ready for handshakes. While the source fails, what is in use stays so. */
export function createSecureContexts(source: CertificateSource, clock: { now(): Date }): SecureContexts {
  type Entry = { id: string; context: SecureContext; until: number };
  const entries = new LRUCache<string, Entry>({ max: MAX_CONTEXTS });
  const absent = new LRUCache<string, number>({ max: MAX_ABSENT });
  const shared = createSharedWork<SecureContext | null>();
  const now = () => clock.now().getTime();

  let changes = 0;

  const look = async (host: string): Promise<SecureContext | null> => {
    const known = entries.get(host);
    const before = changes;
    const keep = (entry: Omit<Entry, 'until'>): SecureContext => {
      // What was read before a change may be the former one.
      entries.set(host, { ...entry, until: changes === before ? now() + FRESH_MS : 0 });
      return entry.context;
    };
    try {
      const found = await source(host, known?.id ?? null);
      if (found === 'unchanged' && known) return keep(known);
      if (found === null || found === 'unchanged') {
        entries.delete(host);
        if (changes === before) absent.set(host, now() + ABSENT_MS);
        return null;
      }
      const { id, chain, key } = found;
      return keep({ id, context: createSecureContext({ cert: chain, key }) });
    } catch (error) {
      if (known) return keep(known);
      throw error;
    }
  };

  return {
    async contextOf(host) {
      const known = entries.get(host);
      if (known && known.until > now()) return known.context;
      if (!known && (absent.get(host) ?? 0) > now()) return null;
      return shared(host, () => look(host));
    },
    invalidate(host) {
      changes += 1;
      absent.delete(host);
      const known = entries.get(host);
      if (known) entries.set(host, { ...known, until: 0 });
    },
  };
}
