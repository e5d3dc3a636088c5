import assert from 'node:assert/strict';
import type { StatusIncidentDetail } from '@panel/contract';
import { until, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

export const FACTS = { title: 'Slow sites', parts: ['sites'], impact: 'degraded', from: null, until: null };
export const TOLD = { step: 'investigating' as string | null, text: 'We look for the cause.', mail: false };
const INCIDENT = { kind: 'incident', ...FACTS, ...TOLD };

export type World = Tenant & { staff: Client; visitor: Client };

/** A partner with a customer, staff and a visitor. */
export async function world(server: TestServer, of?: PartnerRow): Promise<World> {
  const own = await tenant(server, {}, of);
  const staff = await server.as(own.partner, await server.scenario.admin(own.partner));
  return { ...own, staff, visitor: server.anonymous(own.partner) };
}

/** Writes an incident and returns its id. */
export async function reported(staff: Client, change: Record<string, unknown> = {}): Promise<string> {
  const answer = await staff.post('/partner/incidents', { ...INCIDENT, ...change });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body['id']);
}

export const incidentOf = async (staff: Client, id: string): Promise<StatusIncidentDetail> =>
  (await staff.get<StatusIncidentDetail>(`/partner/incidents/${id}`)).body;

/** What the page says while the database does not answer. */
export const NOTE = /The control panel cannot read its data at the moment\. This is what was known at <time/;

/** The public page as HTML, as it is. */
export async function pageNow({ visitor }: Pick<World, 'visitor'>): Promise<string> {
  const answer = await visitor.get('/status');
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
}

/** The public page once it is current: on a busy machine, the database may take longer than the page waits. */
export const pageOf = (own: Pick<World, 'visitor'>): Promise<string> =>
  until('the page is current', async () => {
    const page = await pageNow(own);
    return NOTE.test(page) ? undefined : page;
  });
