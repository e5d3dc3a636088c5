import { sql } from 'drizzle-orm';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { sessionCookieName } from '../src/context/cookies.ts';
import { openSession } from '../src/modules/session/session.service.ts';
import { startPanel } from '../src/panel.ts';
import { createLog } from '../src/process/log.ts';
import { createFastDriver } from '../src/testing/fast-driver.ts';
import { scenarioRepo } from '../src/testing/scenario.repo.ts';

/** A whole panel on the embedded database that EMBEDDED_DATABASE names, without hosted sites. Reports on channel 3. */
export type Started = { port: number; openMs: number; headers: Record<string, string>[] };

const [accounts = 0, sites = 0] = process.argv.slice(2).map(Number);
const tell = (value: unknown): void => void writeSync(3, `${JSON.stringify(value)}\n`);

const config = readConfig({ ...process.env, SEED: 'none', PORT: '0', NODE_ENV: 'production' });
const begun = performance.now();
const database = await openDatabase(config, createLog('error'));
const openMs = performance.now() - begun;
const panel = await startPanel(config, { database, hosting: await createFastDriver(config.dataDir) });

/** A partner with some sites, and an administrator for each connection. */
async function people(): Promise<Record<string, string>[]> {
  if (accounts === 0) return [];
  const scenario = scenarioRepo(database.db);
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  await database.db.execute(sql`
    insert into workload (partner_id, customer_id, fqdn, name, kind, type, status, infra_domain_id, assigned_at, created_at, version, php_version, file_size)
    select ${partner.id}::uuid, ${customer.id}::uuid, 'site-' || n || '.' || ${partner.sitesDomain}, 'site-' || n, 'wordpress', 'wordpress', 'ready', gen_random_uuid()::text, now(),
      now() - make_interval(secs => n), '7.1.1', '8.4.25', 120000000 from generate_series(1, ${sites}::int) n`);
  const headers: Record<string, string>[] = [];
  for (let account = 0; account < accounts; account++) {
    const request = { ip: '127.0.0.1', userAgent: 'bench' };
    const admin = await scenario.user(partner, 'admin', { email: `admin-${account}@bench.example` });
    const { id } = await openSession(database.db, admin, { partnerId: partner.id, request }, new Date());
    headers.push({ host: partner.domain, cookie: `${sessionCookieName(false)}=${id}` });
  }
  return headers;
}

/** Commits of one row each, by several writers, for so long. @returns commits a second */
async function commits(writers: number, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let count = 0;
  const write = async (writer: number): Promise<void> => {
    for (; performance.now() < until; count++)
      await database.query(
        `insert into setting (key, value) values ($1, '0') on conflict (key) do update set value = $2`,
        [`bench-${writer}`, JSON.stringify(count)],
      );
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (count * 1000) / (performance.now() - begin);
}

const started: Started = { port: panel.port, openMs, headers: await people() };
tell(started);
const words = createInterface({ input: process.stdin });
words.on('line', (line) => {
  const [writers = 1, ms = 1000] = line.split(' ').map(Number);
  void commits(writers, ms).then(tell);
});
words.on('close', () => void panel.stop().finally(() => process.exit()));
