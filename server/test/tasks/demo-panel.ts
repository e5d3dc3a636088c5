import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client } from '../../src/testing/index.ts';
import { startProcess, type PanelProcess } from './process-support.ts';

const STATIC_SITES = path.join(import.meta.dirname, '../attack/static-panel-process.ts');

export type DemoPanels = {
  dataDir: string;
  /** Starts a process and signs in a customer and one of the partner's staff. */
  start(): Promise<{ panel: PanelProcess; client: Client; staff: Client }>;
  close(): Promise<void>;
};

/**
 * Panel processes that follow one another on one data folder, for tests that kill them. All of their sites are static,
 * unless `wordpress` has the variables of processes with real ones on native PHP. `more` are variables of both.
 */
export async function demoPanels(
  prefix: string,
  wordpress?: Record<string, string>,
  more: Record<string, string> = {},
): Promise<DemoPanels> {
  const dataDir = await mkdtemp(path.join(tmpdir(), prefix));
  await chmod(dataDir, 0o711);
  const started: PanelProcess[] = [];
  return {
    dataDir,
    async start() {
      const env = { DATA_DIR: dataDir, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099', ...more };
      const panel = wordpress
        ? await startProcess({
            ...env,
            PHP_RUNTIME: 'native',
            SFTP_PORT: 'off',
            DNS_PORT: 'off',
            HTTPS_PORT: 'off',
            ...wordpress,
          })
        : await startProcess(env, STATIC_SITES);
      started.push(panel);
      const signedIn = async (email: string): Promise<Client> => {
        const client = new Client(panel.port, 'aurora.localhost');
        await client.get('/partner/whitelabel');
        const answer = await client.post('/login', { email, password: DEMO_PASSWORD });
        assert.equal(answer.status, 200, answer.text);
        return client;
      };
      return {
        panel,
        client: await signedIn('customer@aurora.example'),
        staff: await signedIn('admin@aurora.example'),
      };
    },
    async close() {
      for (const panel of started) await panel.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
