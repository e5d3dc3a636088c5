import type { ExtensionKind, ExtensionRun } from '@panel/contract';
import assert from 'node:assert/strict';
import { until, type Client } from '../../src/testing/index.ts';

/** Starts a change in waves; returns its id. */
export async function planned(client: Client, kind: ExtensionKind, body: Record<string, unknown>): Promise<string> {
  const started = await client.post<{ run_id: string }>(`/${kind}/installed`, { waves: {}, ...body });
  assert.equal(started.status, 200, started.text);
  return started.body.run_id;
}

export async function runOf(client: Client, id: string): Promise<ExtensionRun> {
  const { status, body, text } = await client.get<ExtensionRun>(`/extension-run/${id}`);
  assert.equal(status, 200, text);
  return body;
}

/** Waits until a plan is in a state and no task of it runs. */
export const reached = (client: Client, id: string, state: ExtensionRun['state']): Promise<ExtensionRun> =>
  until(`the state ${state}`, async () => {
    const run = await runOf(client, id);
    const isBusy = run.sites.some(({ status }) => ['queued', 'running', 'cancelling'].includes(status));
    return run.state === state && !isBusy && run;
  });

/** Carries out a decision. */
type Decision = { decision: string; site_id?: string; state?: string };

export async function decided(client: Client, id: string, body: Decision): Promise<void> {
  const answer = await client.post(`/extension-run/${id}/decision`, body);
  assert.equal(answer.status, 200, answer.text);
}

/** The name of each site, and its status. */
export const statuses = ({ sites }: ExtensionRun): Record<string, string> =>
  Object.fromEntries(sites.map(({ fqdn, status }) => [fqdn.split('.')[0] ?? '', status]));
