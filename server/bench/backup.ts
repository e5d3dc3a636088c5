/**
 * How long the backup and the restore of a WordPress with 100 MB of uploads take, from the request to the end of the
 * task, on native PHP, and by how much the panel's memory grows meanwhile. Exits with 1 above a limit. `node
 * --expose-gc server/bench/backup.ts [rounds]`.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../src/hosting/index.ts';
import { startTestServer, until, type Client } from '../src/testing/index.ts';

const LIMIT_SECONDS = 10;
const LIMIT_MB = 64;
const MB = 1024 * 1024;
const FILES = 100;
const SAMPLE_MS = 20;
const wp_info = {
  title: 'Bench',
  admin_user: 'owner',
  admin_email: 'owner@example.com',
  admin_password: 'correct horse battery',
};

async function task(client: Client, address: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const started = await client.post(address, body);
  if (started.status !== 200) throw new Error(`POST ${address}: ${started.status} ${started.text}`);
  await until(
    'the end of the task',
    async () => {
      const { status, error } = (await client.get(`/site/check/${String(started.body['task_id'])}`)).body;
      if (status === 'failed') throw new Error(JSON.stringify(error));
      return status === 'succeeded';
    },
    120_000,
  );
  return started.body;
}

type Measured = { seconds: number; mb: number };

/** Seconds of work, and the growth of this process's memory at its peak. */
async function measure(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), SAMPLE_MS);
  const began = performance.now();
  await work();
  clearInterval(timer);
  return { seconds: (performance.now() - began) / 1000, mb: (peak - before) / MB };
}

const rounds = Number(process.argv[2] ?? 3);
const server = await startTestServer({
  hosting: async (dataDir) => {
    const config = { ...hostingConfigFromEnv(process.env, dataDir), php: 'native' as const };
    return createLocalDriver({ config, runtime: await prepareRuntime(config) });
  },
});
let missed = false;
try {
  const partner = await server.scenario.partner();
  const client = await server.as(partner, await server.scenario.customer(partner));
  const fqdn = `bench.${partner.sitesDomain}`;
  const { site_id } = (
    await client.get(
      `/site/check/${String((await task(client, '/site', { fqdn, type: 'wordpress', wp_info }))['task_id'])}`,
    )
  ).body;
  const uploads = path.join(server.dataDir, 'sites', String(site_id), 'live/public/wp-content/uploads/bench');
  await mkdir(uploads, { recursive: true });
  for (let i = 0; i < FILES; i += 1) await writeFile(path.join(uploads, `${i}.bin`), randomBytes(MB));
  const all: Record<'backup' | 'restore', Measured[]> = { backup: [], restore: [] };
  for (let i = 0; i < rounds; i += 1) {
    let id: unknown;
    all.backup.push(await measure(async () => (id = (await task(client, '/backup', { site_fqdn: fqdn }))['id'])));
    all.restore.push(await measure(() => task(client, '/backup/restore', { id })));
  }
  for (const [name, values] of Object.entries(all)) {
    const seconds = Math.max(...values.map((one) => one.seconds));
    const mb = Math.max(...values.map((one) => one.mb));
    missed ||= seconds > LIMIT_SECONDS || mb > LIMIT_MB;
    console.log(
      `${name} of ${FILES} MB: at most ${seconds.toFixed(1)} s of ${rounds} (limit ${LIMIT_SECONDS} s), memory +${mb.toFixed(0)} MB (limit ${LIMIT_MB} MB)`,
    );
  }
} finally {
  await server.stop();
}
process.exit(missed ? 1 : 0);
