import type { ExtensionRun, InstalledExtension, InstalledState, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { until, type Client, type Answer } from '../../src/testing/index.ts';

/** Uploads an archive as the page does. */
export function upload(client: Client, kind: 'plugin' | 'theme', bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'upload.zip', { type: 'application/zip' }));
  return client.form(`/${kind}`, form);
}

/** Starts a change on many sites; returns its run. */
export async function startChange(
  client: Client,
  kind: 'plugin' | 'theme',
  body: Record<string, unknown>,
): Promise<string> {
  const started = await client.post<{ run_id: string }>(`/${kind}/installed`, body);
  assert.equal(started.status, 200, started.text);
  return started.body.run_id;
}

/** A change on many sites as it is now. */
export async function runNow(client: Client, id: string): Promise<ExtensionRun> {
  const { body: run, text } = await client.get<ExtensionRun>(`/extension-run/${id}`);
  assert.ok(run.sites, text);
  return run;
}

/** Starts a change and waits for its end on every site. */
export async function changed(
  client: Client,
  kind: 'plugin' | 'theme',
  body: Record<string, unknown>,
  deadlineMs?: number,
) {
  const id = await startChange(client, kind, body);
  const end = async () => {
    const run = await runNow(client, id);
    return run.ended && run;
  };
  return until('the end of a change on many sites', end, deadlineMs);
}

type Installed = Page<InstalledExtension> & InstalledState;

/** What is installed according to the panel. */
export async function installed(client: Client, kind: 'plugin' | 'theme', query = ''): Promise<Installed> {
  const answer = await client.get<Installed>(`/${kind}/installed${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
