/**
 * One plugin on many sites: installed and activated on 20 WordPress sites of one customer (native PHP) in one run,
 * then every site is asked for a page. Exits with 1 unless all of them run it. `node server/bench/plugins.ts [sites]`.
 */
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../src/hosting/index.ts';
import { startTestServer } from '../src/testing/index.ts';
import { changed, upload } from '../test/extension/extension-support.ts';
import { pluginZip } from '../test/extension/zip-support.ts';
import { readySite, tenant, visit } from '../test/site/site-support.ts';

const sites = Number(process.argv[2] ?? 20);
const MARK = '<!-- bench-mark -->';

const server = await startTestServer({
  hosting: async (dataDir) => {
    const config = { ...hostingConfigFromEnv(process.env, dataDir), php: 'native' as const };
    return createLocalDriver({ config, runtime: await prepareRuntime(config) });
  },
});
try {
  const own = await tenant(server);
  const made = [];
  for (let n = 1; n <= sites; n += 1) made.push(await readySite(own, `site-${n}`));
  const plugin = pluginZip('bench-mark', '1.0', `add_action('wp_footer', function () { echo '${MARK}'; });`);
  const uploaded = await upload(own.client, 'plugin', plugin);
  if (uploaded.status !== 200) throw new Error(uploaded.text);
  const began = performance.now();
  const site_ids = made.map(({ site_id }) => site_id);
  const change = { slugs: ['bench-mark'], action: 'install', activate: true, site_ids };
  const run = await changed(own.client, 'plugin', change, 600_000);
  const seconds = (performance.now() - began) / 1000;
  const failed = run.sites.filter(({ status }) => status !== 'succeeded');
  let running = 0;
  for (const { fqdn } of made) {
    const { status, text } = await visit(server, fqdn);
    if (status === 200 && text.includes(MARK)) running += 1;
  }
  console.log(
    `installed and activated on ${sites} sites in ${seconds.toFixed(1)} s (${(seconds / sites).toFixed(1)} s a site): ${failed.length} failed (wanted: 0), ${running} run it`,
  );
  for (const { fqdn, error } of failed) console.log(`  ${fqdn}: ${error}`);
  process.exitCode = failed.length === 0 && running === sites ? 0 : 1;
} finally {
  await server.stop();
}
