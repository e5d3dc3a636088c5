/**
 * What the site agent costs the overview: a full verification of a WordPress, against the same pages with the
 * database read in this process, interleaved in one run. Exits with 1 when the median is more than 30 ms slower.
 * `node server/bench/agent.ts [rounds]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../src/hosting/index.ts';
import { askFollowing } from '../src/hosting/local/ask-site.ts';
import { siteFolder } from '../src/hosting/local/site-folder.ts';

const LIMIT_MS = 30;
const SPEC = {
  siteId: 'bench',
  kind: 'wordpress',
  fqdn: 'bench.sites.localhost',
  url: 'http://bench.sites.localhost:8099',
  title: 'Bench',
  adminUser: 'owner',
  adminEmail: 'owner@example.com',
  adminPassword: 'correct horse battery',
} as const;

const rounds = Number(process.argv[2] ?? 40);
const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-bench-agent-'));
const config = hostingConfigFromEnv(process.env, dataDir);
const runtime = await prepareRuntime(config);
const driver = await createLocalDriver({ config, runtime });

/** Verification without an agent: two pages, then the database, one after the other. */
async function inProcess(): Promise<void> {
  const endpoint = await driver.start(SPEC.siteId);
  for (const page of ['/', '/wp-login.php']) await askFollowing(endpoint, SPEC.url, page);
  const database = new DatabaseSync(siteFolder(dataDir, SPEC.siteId).database, { readOnly: true });
  for (const name of ['siteurl', 'home', 'blogname'])
    database.prepare('SELECT option_value FROM wp_options WHERE option_name = ?').get(name);
  database.prepare('SELECT user_login FROM wp_users').all();
  database.close();
}

async function withAgent(): Promise<void> {
  const { ok, checks } = await driver.verify(SPEC.siteId, SPEC.fqdn);
  if (!ok) throw new Error(JSON.stringify(checks));
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

try {
  const signal = AbortSignal.timeout(120_000);
  await driver.create(SPEC, { signal, note: () => undefined });
  const times = { before: [] as number[], agent: [] as number[] };
  for (const work of [inProcess, withAgent]) await work();
  for (let round = 0; round < rounds; round += 1) {
    const both = [
      async () => void times.before.push(await timed(inProcess)),
      async () => void times.agent.push(await timed(withAgent)),
    ];
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
  }
  const [before, agent] = [median(times.before), median(times.agent)];
  const met = agent - before <= LIMIT_MS;
  console.log(
    `${runtime.description}: overview ${before.toFixed(0)} ms in process, ${agent.toFixed(0)} ms with the agent (${rounds} rounds, medians)`,
  );
  console.log(
    `difference ${(agent - before).toFixed(0)} ms, ratio ${(agent / before).toFixed(2)}, limit +${LIMIT_MS} ms: ${met ? 'met' : 'MISSED'}`,
  );
  process.exitCode = met ? 0 : 1;
} finally {
  await driver.stopAll();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
