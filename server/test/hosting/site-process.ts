import { createInterface } from 'node:readline';
import pino from 'pino';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openSiteUses } from '../../src/start/open-site-uses.ts';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { edgeSite, openEdge } from '../edge/edge-support.ts';

/**
 * A process that hosts the sites of a data folder and serves those in SITES, for tests of several. Prints its port; ends
 * with its input. `restore {id} {file}` replaces a site.
 */
const { URL: url = '', DATA_DIR: dataDir = '', SITES: sites = '', SITES_DATABASE_URL: databaseUrl } = process.env;
const config = {
  ...hostingConfigFromEnv(process.env, dataDir),
  php: 'native' as const,
  databaseUrl: databaseUrl || null,
};
const database = await openPostgres(url, { max: 4, times: { silenceMs: 60_000 } });
const uses = await openSiteUses(database, pino({ level: 'silent' }));
const driver = await createLocalDriver({ config, runtime: await prepareRuntime(config), uses });
const bench = await openEdge(driver);
for (const name of sites.split(',')) {
  const [fqdn = '', siteId = ''] = name.split('=');
  bench.sites.set(fqdn, edgeSite(siteId, fqdn, { status: 'processing' }));
}
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [, siteId = '', file = ''] = line.split(' ');
    void driver.restore(siteId, file);
  })
  .on('close', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGTERM', () => void driver.stopAll().finally(() => process.exit()));
process.stdout.write(`port ${bench.port}\n`);
