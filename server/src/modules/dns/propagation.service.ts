import type { Propagation, ResolverAnswer } from '@panel/contract';
import { DnsFailure, openResolvers, type DnsResolver } from '../../dns/resolver.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';

/** The name servers of a domain as the first resolver sees them. The page compares the last line (spec §4). */
export async function digResult({ app }: CallContext, fqdn: string): Promise<string[]> {
  const [resolver] = openResolvers(app.config.dnsResolvers);
  if (!resolver) throw new PanelError('NOT_AVAILABLE');
  try {
    return await resolver.nameservers(fqdn);
  } catch (error) {
    // Nothing is known about the domain, which is not the same as an answer without name servers.
    if (error instanceof DnsFailure) throw new PanelError('NOT_AVAILABLE', {}, { message: error.message }, error);
    throw error;
  }
}

async function ask(resolver: DnsResolver, fqdn: string, expected: readonly string[]): Promise<ResolverAnswer> {
  try {
    const nameservers = await resolver.nameservers(fqdn);
    const holds = nameservers.length > 0 && nameservers.every((host) => expected.includes(host));
    return { resolver: resolver.name, nameservers, holds, error: null };
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error;
    return { resolver: resolver.name, nameservers: [], holds: false, error: error.message };
  }
}

/** Whether the configured resolvers see that a domain is delegated to these name servers. */
export async function checkPropagation(
  servers: readonly string[],
  fqdn: string,
  nameservers: readonly string[],
  now: Date,
): Promise<Propagation> {
  const expected = nameservers.map((host) => host.toLowerCase()).sort();
  const resolvers = await Promise.all(openResolvers(servers).map((resolver) => ask(resolver, fqdn, expected)));
  const holds = resolvers.length > 0 && resolvers.every((each) => each.holds);
  return { fqdn, expected, resolvers, holds, checked_at: now.toISOString() };
}
