/**
 * Requests per second of a static site while the machine is idle, and while visitors of three WordPress sites on the
 * same machine wait for PHP, interleaved in one run. `node server/bench/hostile/static.ts [native|wasm]`. Target: at
 * least half.
 */
import autocannon from 'autocannon';
import { DEMO_SITES } from '../../src/seed/demo-sites.ts';
import { Client, until } from '../../src/testing/index.ts';
import { startPanelUnderAttack } from './panel-under-attack.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 4;
const WORDPRESS_VISITORS = 16;
const WANTED = 0.5;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const panel = await startPanelUnderAttack(process.argv[2] === 'wasm' ? 'wasm' : 'native');
try {
  const staticName = DEMO_SITES.find(({ type }) => type !== 'wordpress')?.name;
  const host = `${staticName}.aurora-sites.localhost`;
  await until(`${host} answers`, async () => (await new Client(panel.port, host).get('/')).status === 200, 60_000);
  const load = (name: string, connections: number, path = '/') =>
    autocannon({
      url: `http://127.0.0.1:${panel.port}${path}`,
      headers: { host: name },
      connections,
      duration: SECONDS,
    });
  const wordpress = [
    panel.hostile.host,
    panel.neighbour.host,
    `${DEMO_SITES.find(({ type }) => type === 'wordpress')?.name}.aurora-sites.localhost`,
  ];
  await load(host, 20);
  const quiet: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push((await load(host, 20)).requests.total / SECONDS);
    // Requests each address once, so that WordPress is ready for all of them.
    const [statics] = await Promise.all([
      load(host, 20),
      ...wordpress.map((name) => load(name, WORDPRESS_VISITORS, `/?s=${round}`)),
    ]);
    busy.push(statics.requests.total / SECONDS);
  }
  const ratio = median(busy) / median(quiet);
  console.log(
    `static site: ${median(quiet).toFixed(0)} requests/s quiet, ${median(busy).toFixed(0)} under WordPress load: ${ratio.toFixed(2)} × (wanted: at least ${WANTED})`,
  );
  process.exitCode = ratio >= WANTED ? 0 : 1;
} finally {
  await panel.stop();
}
