import type { License, LicenseProduct, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import type { Answer, Client, PartnerRow, TestServer, UserRow } from '../../src/testing/index.ts';
import { ended, type Tenant } from '../site/site-support.ts';

/** A member of the partner's staff, signed in. */
export const staffOf = async (server: TestServer, partner: PartnerRow): Promise<Client> =>
  server.as(partner, await server.scenario.admin(partner));

type Given = { product?: LicenseProduct; months?: 1 | 12; autoRenewal?: boolean };

/** Staff give a licence to a customer. */
export async function give(
  staff: Client,
  { email }: Pick<UserRow, 'email'>,
  { product = 'site_basic', months = 12, autoRenewal = false }: Given = {},
): Promise<License> {
  const input = { email, product_identifier: product, months, autoRenewal };
  const answer = await staff.post('/partner/license/distribute', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body['data'] as License;
}

export const assign = (client: Client, licenseId: string, siteId: string): Promise<Answer> =>
  client.post('/site/license/stripe', { licenseId, siteId });

/** Assigns a licence and waits until the site has restarted with its limits. */
export async function upgraded(client: Client, licenseId: string, siteId: string): Promise<Site> {
  const answer = await assign(client, licenseId, siteId);
  assert.equal(answer.status, 200, answer.text);
  const task = answer.body['task_id'];
  if (task !== null) assert.equal((await ended(client, task)).status, 'succeeded');
  return siteAt(client, siteId);
}

export async function siteAt(client: Client, siteId: string): Promise<Site> {
  const answer = await client.get<Site>(`/site/id/${siteId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

export const licensesOf = async (client: Client, query = ''): Promise<License[]> =>
  (await client.get<License[]>(`/license${query}`)).body;

export const outcome = ({ status, body }: Answer) => [status, body['code'] ?? 'ok'];

/** Keys of the licences that a site can get. */
export async function availableTo(client: Client): Promise<string[]> {
  const answer = await client.post('/stripe/licenses/available', { status: 'active', project_type: 'site' });
  assert.equal(answer.status, 200, answer.text);
  return (answer.body as unknown as License[]).map(({ license_key }) => license_key);
}

/** Site and licence of a tenant, with the plan that the licence gives. */
export const planOf = async ({ client }: Pick<Tenant, 'client'>, siteId: string) => {
  const { plan_type, license_key } = await siteAt(client, siteId);
  return [plan_type, license_key];
};
