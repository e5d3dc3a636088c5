import type { FleetChange, FleetPlan, FleetPreview } from '@panel/contract';
import assert from 'node:assert/strict';
import { until, type Client } from '../../src/testing/index.ts';

export const CACHE = {
  kind: 'cache',
  settings: { file_type: [], default_cache_time: 86_400, is_stale: true, ignore_cache: false, qsh: true },
} as const satisfies FleetChange;

export async function previewed(client: Client, change: FleetChange, filter = {}): Promise<FleetPreview> {
  const { status, body, text } = await client.post<FleetPreview>('/change-plan/preview', { change, filter });
  assert.equal(status, 200, text);
  return body;
}

/** Starts a plan; returns its id. */
export async function started(client: Client, change: FleetChange, ids: readonly string[], first?: string) {
  const sent = { change, site_ids: ids, ...(first && { first_site_id: first }) };
  const { status, body, text } = await client.post<{ plan_id: string }>('/change-plan', sent);
  assert.equal(status, 200, text);
  return body.plan_id;
}

/** Waits until a plan is in a state and no task of it runs. */
export const reached = (client: Client, id: string, state: FleetPlan['state']): Promise<FleetPlan> =>
  until(`the state ${state}`, async () => {
    const { body: plan, text } = await client.get<FleetPlan>(`/change-plan/${id}`);
    assert.ok(plan.sites, text);
    const isBusy = plan.sites.some(({ status }) => ['queued', 'running', 'cancelling'].includes(status));
    return plan.state === state && !isBusy && plan;
  });

/** The name of each site, and its status. */
export const statuses = ({ sites }: FleetPlan): Record<string, string> =>
  Object.fromEntries(sites.map(({ fqdn, status }) => [fqdn.split('.')[0] ?? '', status]));
