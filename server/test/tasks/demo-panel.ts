import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client } from '../../src/testing/index.ts';
import { startProcess, type PanelProcess } from './process-support.ts';

const SCRIPT = path.join(import.meta.dirname, '../attack/static-panel-process.ts');

export type DemoPanels = {
  dataDir: string;
  /** Starts a process, all of whose sites are static, with a signed-in customer. */
  start(): Promise<{ panel: PanelProcess; client: Client }>;
  close(): Promise<void>;
};

/** Panel processes that follow one another on one data folder, for tests that kill them. */
export async function demoPanels(prefix: string): Promise<DemoPanels> {
  const dataDir = await mkdtemp(path.join(tmpdir(), prefix));
  await chmod(dataDir, 0o711);
  const started: PanelProcess[] = [];
  return {
    dataDir,
    async start() {
      const env = { DATA_DIR: dataDir, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' };
      const panel = await startProcess(env, SCRIPT);
      started.push(panel);
      const client = new Client(panel.port, 'aurora.localhost');
      await client.get('/partner/whitelabel');
      const answer = await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD });
      assert.equal(answer.status, 200, answer.text);
      return { panel, client };
    },
    async close() {
      for (const panel of started) await panel.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
