import { spawnSync } from 'node:child_process';
import { startTestServer } from '../src/testing/index.ts';
import { addressOf, PROGRAM, run, tokenOf } from '../test/cli/cli-support.ts';
import { tenant } from '../test/site/site-support.ts';

/*
 * How long the command line takes from its start to its end, against an empty program of node, as medians of ten runs.
 * `--program <file>` measures another one, such as the compiled shared/cli/dist/panel.js.
 */

const RUNS = 10;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(((sorted[RUNS / 2 - 1] ?? 0) + (sorted[RUNS / 2] ?? 0)) / 2);
};

async function measured(once: () => Promise<unknown>): Promise<number> {
  // The first one fills the caches of node and of the panel.
  await once();
  const times: number[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    const start = performance.now();
    await once();
    times.push(performance.now() - start);
  }
  return median(times);
}

const given = process.argv.indexOf('--program');
const program = given > 0 ? (process.argv[given + 1] ?? PROGRAM) : PROGRAM;

const server = await startTestServer();
try {
  const own = await tenant(server);
  for (let count = 0; count < 10; count += 1)
    await server.scenario.site(own.partner, own.customer, { name: `site-${count}` });
  const env = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: await tokenOf(own.client) };
  const empty = await measured(async () => spawnSync(process.execPath, ['-e', '0']));
  const version = await measured(() => run(['--version'], { env, program }));
  const list = await measured(() => run(['sites', 'list'], { env, program }));
  console.log(`node -e 0: ${empty} ms, panel --version: ${version} ms, panel sites list: ${list} ms`);
} finally {
  await server.stop();
}
