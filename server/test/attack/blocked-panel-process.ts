import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import type { HostingDriver } from '../../src/hosting/index.ts';
import { startPanel } from '../../src/panel.ts';
import { createFastDriver } from '../../src/testing/index.ts';

/**
 * A panel process with static sites, for tests of its watchdog. While the file `block` is in the data folder, a visit
 * of any site holds the event loop for good; steps of a creation that begin while the file `wait` is there never end.
 * Prints its port when it is ready.
 */
const config = readConfig(process.env);
const fast = await createFastDriver(config.dataDir);
const has = (name: string): boolean => existsSync(path.join(config.dataDir, name));
const hosting: HostingDriver = {
  ...fast,
  // Files of static sites are served without starting the site.
  publicFiles: async () => ({ root: config.dataDir, mode: 'assets', core: null }),
  async start(siteId, ...rest) {
    while (has('block'));
    return fast.start(siteId, ...rest);
  },
  steps: (spec) =>
    fast.steps(spec).map((step) => ({
      ...step,
      run: (p) => (has('wait') ? new Promise(() => undefined) : step.run(p)),
    })),
};
const panel = await startPanel(config, { web: false, hosting });
process.on('SIGTERM', () => void panel.stop().finally(() => process.exit()));
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdout.write(`port ${panel.port}\n`);
