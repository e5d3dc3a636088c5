import type { DnsRecord, Notification, Page, SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { checkOpenDomains } from '../../src/modules/domain/domain-proof.ts';
import {
  Client,
  startTestServer,
  until,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '../../src/testing/index.ts';
import { REGISTRY, registryOf, resolverOf, type World } from '../../src/testing/resolver.ts';
import { give, staffOf } from '../license/license-support.ts';
import { ended, readySite, tenant, type Tenant } from '../site/site-support.ts';

export { resolverOf, type World };

/** A server that asks a resolver of `world` about domains. */
export async function startInWorld(world: World, { env, ...options }: TestServerOptions = {}) {
  const resolver = await resolverOf(world);
  const server = await startTestServer({ ...options, env: { DNS_RESOLVERS: `127.0.0.1:${resolver.port}`, ...env } });
  const stop = async (): Promise<void> => {
    await server.stop();
    await resolver.close();
  };
  return { server, stop };
}

/** The same, with a registry of `.example` where owners delegate their domains; `delegations` by domain. */
export async function startWithRegistry(
  world: World,
  delegations: ReadonlyMap<string, readonly string[]>,
  { env, ...options }: TestServerOptions = {},
) {
  const registry = await registryOf(delegations);
  world.set('example', REGISTRY);
  const parent = { DNS_PARENT_PORT: String(registry.port), EGRESS_ALLOW: '127.0.0.1' };
  const { server, stop } = await startInWorld(world, { ...options, env: { ...parent, ...env } });
  return { server, stop: async () => void (await Promise.all([stop(), registry.close()])) };
}

export type Claimant = Tenant & { siteId: string; subDomain: string };

/** A customer with a ready site that has a licence. */
export async function licensed(server: TestServer, own?: Tenant, name = 'shop'): Promise<Claimant> {
  const who = own ?? (await tenant(server));
  const { site_id: siteId, fqdn: subDomain } = await readySite(who, name);
  const license = await give(await staffOf(server, who.partner), who.customer);
  const answer = await who.client.post('/site/license/stripe', { licenseId: license.id, siteId });
  assert.equal(answer.status, 200, answer.text);
  if (answer.body['task_id']) await ended(who.client, answer.body['task_id']);
  return { ...who, siteId, subDomain };
}

export const claim = (
  { client, subDomain }: Pick<Claimant, 'client' | 'subDomain'>,
  fqdn: string,
  more: Record<string, unknown> = {},
): Promise<Answer> => client.put(`/site/fqdn/${subDomain}`, { fqdn, domain_type: 'custom_domain', ...more });

export async function domainOf({ client, siteId }: Pick<Claimant, 'client' | 'siteId'>): Promise<SiteDomain> {
  const answer = await client.get<SiteDomain>(`/site/${siteId}/domain`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Claims a domain and waits until it was checked for the first time. */
export async function claimed(own: Claimant, fqdn: string): Promise<NonNullable<SiteDomain['domain']>> {
  const answer = await claim(own, fqdn);
  assert.equal(answer.status, 200, answer.text);
  return until('the first check', async () => {
    const { domain } = await domainOf(own);
    return domain?.checked_at ? domain : null;
  });
}

/** Runs what the schedule runs. */
export const checkAll = (server: TestServer): Promise<number> =>
  checkOpenDomains(server.app, new AbortController().signal);

/** Checks and waits until the site has its domain. */
export async function connected(server: TestServer, own: Claimant): Promise<SiteDomain> {
  await checkAll(server);
  return until('the site to have its domain', async () => {
    const shown = await domainOf(own);
    const { status } = (await own.client.get<{ status: string }>(`/site/id/${own.siteId}`)).body;
    return shown.domain?.state === 'connected' && status === 'ready' ? shown : null;
  });
}

/** Status and target of a visit. */
export async function visited(server: TestServer, host: string, path = '/'): Promise<[number, string | null]> {
  const { status, headers } = await new Client(server.port, host).get(path, { accept: 'text/html' });
  return [status, headers['location']?.toString() ?? null];
}

export const txtRecord = ({ txt_value: value }: { txt_value: string }): DnsRecord => ({
  ...{ type: 'TXT', name: '_domain-verify', ttl: 300, value },
});

/** The types of a customer's notifications about domains, the newest first. */
export const bell = async (client: Client): Promise<string[]> =>
  (await client.get<Page<Notification>>('/notification')).body.pageElements
    .map(({ type }) => type)
    .filter((type) => type.startsWith('domain_'));
