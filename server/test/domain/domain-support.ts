import type { DnsRecord, Notification, Page, SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { startDnsServer, type DnsServer } from '../../src/dns/dns-server.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { checkOpenDomains } from '../../src/modules/domain/domain-proof.ts';
import { createLog } from '../../src/process/log.ts';
import {
  Client,
  startTestServer,
  until,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '../../src/testing/index.ts';
import { give, staffOf } from '../license/license-support.ts';
import { ended, readySite, tenant, type Tenant } from '../site/site-support.ts';

type Seen = { nameservers?: string[]; records?: DnsRecord[] };

/** What the resolvers of a test see of the world. */
export type World = Map<string, Seen>;

/** A resolver that knows what a test tells it; it fails to find out about everything else. */
export const resolverOf = (world: World): Promise<DnsServer> =>
  startDnsServer({
    ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
    source: {
      async zoneOf(name) {
        const found = [...world].find(([fqdn]) => name === fqdn || name.endsWith(`.${fqdn}`));
        if (!found) return null;
        const [fqdn, { nameservers = ['ns1.elsewhere.example'], records = [] }] = found;
        return indexZone({ fqdn, serial: 1, nameservers, records });
      },
      addressesOf: async () => ({ addresses: [], ttl: 0 }),
    },
  });

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

export type Claimant = Tenant & { siteId: string; subDomain: string };

/** A customer with a ready site that has a licence. */
export async function licensed(server: TestServer, own?: Tenant): Promise<Claimant> {
  const who = own ?? (await tenant(server));
  const { site_id: siteId, fqdn: subDomain } = await readySite(who, 'shop');
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
  ...{ type: 'TXT', name: '_panel-verify', ttl: 300, value },
});

/** The types of a customer's notifications about domains, the newest first. */
export const bell = async (client: Client): Promise<string[]> =>
  (await client.get<Page<Notification>>('/notification')).body.pageElements
    .map(({ type }) => type)
    .filter((type) => type.startsWith('domain_'));
