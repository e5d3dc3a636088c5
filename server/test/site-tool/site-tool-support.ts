import type { Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { createSitePhp } from '../../src/modules/site-tool/site-php.repo.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../src/testing/index.ts';
import { ended, readySite, tenant, type Tenant } from '../site/site-support.ts';

export type WordPress = {
  server: TestServer;
  own: Tenant;
  site: { site_id: string; fqdn: string };
  /** The output of a WP-CLI command in the site. */
  wp(...args: string[]): Promise<string>;
  /** Starts a tool and waits until its task has succeeded. */
  done(answer: { status: number; text: string; body: Record<string, unknown> }): Promise<Task>;
};

/** A panel with one real WordPress on native PHP. */
export async function openWordPress(options: Pick<TestServerOptions, 'env' | 'clock'> = {}): Promise<WordPress> {
  const server: TestServer = await startTestServer({
    ...options,
    hosting: async (dataDir) => {
      await chmod(dataDir, 0o711);
      const config = { ...hostingConfigFromEnv({}, dataDir), php: 'native' as const };
      const phpOf = (siteId: string) => createSitePhp(server.db)(siteId);
      return createLocalDriver({ config, runtime: await prepareRuntime(config), phpOf });
    },
  });
  const own = await tenant(server);
  const site = await readySite(own, 'tools');
  return {
    ...{ server, own, site },
    async wp(...args) {
      const { code, stdout, stderr } = await server.app.hosting.exec(site.site_id, args);
      assert.equal(code, 0, stderr);
      return stdout.trim();
    },
    async done(answer) {
      assert.equal(answer.status, 200, answer.text);
      const task = await ended(own.client, answer.body['task_id']);
      assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
      return task;
    },
  };
}
