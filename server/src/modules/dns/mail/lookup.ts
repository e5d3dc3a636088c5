import { DnsFailure, openResolvers, type DnsResolver, type MailServer } from '../../../dns/resolver.ts';

/** What the checks of mail settings ask. Each throws DnsFailure when no resolver answers. */
export type MailLookup = {
  mailServers(name: string): Promise<MailServer[]>;
  texts(name: string): Promise<string[]>;
  /** Whether a name has an address. */
  resolves(name: string): Promise<boolean>;
};

/**
 * Asks the resolvers in their order, the next one when one does not answer, until the deadline has passed; then every
 * question fails at once.
 */
export function openLookup(servers: readonly string[], deadlineMs: number): MailLookup & { close(): void } {
  const resolvers = openResolvers(servers);
  let late = false;
  const end = () => {
    late = true;
    for (const resolver of resolvers) resolver.cancel();
  };
  const timer = setTimeout(end, deadlineMs);

  const ask = async <T>(question: (resolver: DnsResolver) => Promise<T>): Promise<T> => {
    let failure = new DnsFailure('There is no resolver.');
    for (const resolver of resolvers) {
      if (late) throw new DnsFailure('The resolvers did not answer in time.');
      try {
        return await question(resolver);
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error;
        failure = error;
      }
    }
    throw failure;
  };

  return {
    mailServers: (name) => ask((resolver) => resolver.mailServers(name)),
    texts: (name) => ask((resolver) => resolver.texts(name)),
    async resolves(name) {
      const counts = ['A', 'AAAA'] as const;
      const found = await Promise.all(counts.map((type) => ask((resolver) => resolver.addresses(name, type))));
      return found.some(({ addresses }) => addresses.length > 0);
    },
    close() {
      clearTimeout(timer);
      end();
    },
  };
}
