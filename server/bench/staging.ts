/**
 * How long the clone of a default WordPress takes on native PHP, and the difference of two sites with 5,000 files. Exits
 * with 1 above a limit. `node server/bench/staging.ts [rounds]`.
 */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime, type SiteSpec } from '../src/hosting/index.ts';

const LIMIT_SECONDS = { clone: 2, difference: 3, 'difference after a restore': 3 };
const FILES = 5_000;
const FILE_BYTES = 20_000;

const rounds = Number(process.argv[2] ?? 3);
const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-bench-'));
const config = { ...hostingConfigFromEnv(process.env, dataDir), php: 'native' as const };
const driver = await createLocalDriver({ config, runtime: await prepareRuntime(config) });
const progress = { note: () => undefined, signal: AbortSignal.timeout(600_000) };

const specOf = (siteId: string): SiteSpec => ({
  ...{ siteId, kind: 'wordpress', title: 'Bench' },
  fqdn: `${siteId}.example.test`,
  url: `http://${siteId}.example.test`,
  ...{ adminUser: 'owner', adminEmail: 'owner@example.com', adminPassword: 'correct horse battery' },
});
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

let missed = false;
function report(name: keyof typeof LIMIT_SECONDS, measured: readonly number[]): void {
  const worst = Math.max(...measured);
  const limit = LIMIT_SECONDS[name];
  missed ||= worst > limit;
  const best = Math.min(...measured);
  console.log(`${name}: ${best.toFixed(2)} to ${worst.toFixed(2)} s in ${rounds} rounds (limit ${limit} s)`);
}

try {
  await driver.create(specOf('live'), progress);
  // The first one also installs the site agent.
  await driver.clone('live', specOf('warm'), progress);
  const clones: number[] = [];
  for (let i = 0; i < rounds; i += 1)
    clones.push(await seconds(() => driver.clone('live', specOf(`clone-${i}`), progress)));
  report('clone', clones);

  const folder = (siteId: string) => path.join(dataDir, 'sites', siteId, 'live/public/wp-content/uploads/bench');
  await mkdir(folder('live'), { recursive: true });
  const names = Array.from({ length: FILES }, (_, i) => `${i}.txt`);
  for (const name of names) await writeFile(path.join(folder('live'), name), name.padEnd(FILE_BYTES));
  await driver.copyInto('live', 'warm', { parts: 'all', keep: [] }, progress);
  const compare = async () => {
    const [difference] = await Promise.all([
      driver.compareFiles('warm', 'live'),
      driver.tables('live', new Date(0)),
      driver.tables('warm', new Date(0)),
    ]);
    if (difference.changed.count + difference.added.count + difference.removed.count > 0)
      throw new Error(`The sites differ: ${JSON.stringify(difference)}`);
  };
  const quick: number[] = [];
  for (let i = 0; i < rounds; i += 1) quick.push(await seconds(compare));
  report('difference', quick);

  // A restore keeps whole seconds only, so the content of every file is compared.
  for (const name of names) await utimes(path.join(folder('live'), name), 1_700_000_000, 1_700_000_000);
  const whole: number[] = [];
  for (let i = 0; i < rounds; i += 1) whole.push(await seconds(compare));
  report('difference after a restore', whole);
} finally {
  await driver.stopAll();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(missed ? 1 : 0);
