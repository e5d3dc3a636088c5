/**
 * Is the queue fair, and never idle? Creates static sites and WordPress sites on the machine's PHP, on the embedded
 * database and, where DATABASE_URL is set, on PostgreSQL. Prints a customer's first creation alone and with 100 tasks
 * of another customer waiting, measured in turns, and the creations per second for five customers with a hundred
 * tasks. Exits with 1 when the first number more than doubles. `node server/bench/tasks.ts [--rounds 5] [--wordpress
 * 20] [--only static|wordpress]`.
 */
import { parseArgs } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { task } from '../src/db/schema.ts';
import {
  createLocalDriver,
  HostingError,
  hostingConfigFromEnv,
  prepareRuntime,
  type HostingDriver,
} from '../src/hosting/index.ts';
import {
  createFastDriver,
  startTestServer,
  until,
  type Client,
  type PartnerRow,
  type TestServer,
} from '../src/testing/index.ts';
import { PLACES } from '../src/tasks/task-engine.ts';

const LIMIT = 2;
const WAITING = 100;
const CUSTOMERS = 5;
const DEADLINE_MS = 600_000;
const wp_info = {
  title: 'Bench',
  admin_user: 'owner',
  admin_email: 'owner@example.com',
  admin_password: 'correct horse battery',
};

type Customer = { client: Client; id: string; create(): Promise<string> };
let names = 0;

async function customerOf(server: TestServer, partner: PartnerRow): Promise<Customer> {
  const row = await server.scenario.customer(partner, { planType: 'PRO' });
  const client = await server.as(partner, row);
  return {
    client,
    id: row.id,
    async create() {
      const { status, text, body } = await client.post('/site', {
        fqdn: `bench-${++names}.${partner.sitesDomain}`,
        type: 'wordpress',
        wp_info,
      });
      if (status !== 200) throw new Error(`POST /site: ${status} ${text}`);
      return String(body['task_id']);
    },
  };
}

/** Milliseconds from the request to the end of the task, as the customer's browser sees it. */
async function firstCreation(server: TestServer, partner: PartnerRow): Promise<number> {
  const { client, create } = await customerOf(server, partner);
  const began = performance.now();
  const id = await create();
  const ended = await until(
    'a creation to end',
    async () => {
      const { body } = await client.get<{ status: string; ended_at: string | null }>(`/site/check/${id}`);
      return body.ended_at ? body : null;
    },
    DEADLINE_MS,
  );
  if (ended.status !== 'succeeded') throw new Error(`A creation ended as ${ended.status}.`);
  return performance.now() - began;
}

const runningOf = (server: TestServer, customerId: string) =>
  server.db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.customerId, customerId), eq(task.status, 'running')));

/** The same while another customer has a hundred tasks waiting; the remaining ones are dropped at the end. */
async function behindOthers(server: TestServer, partner: PartnerRow, flooder: Customer): Promise<number> {
  for (let i = 0; i < WAITING; i += 1) await flooder.create();
  await until('the tasks of the other customer to run', async () => (await runningOf(server, flooder.id)).length > 1);
  const ms = await firstCreation(server, partner);
  await server.db.delete(task).where(and(eq(task.customerId, flooder.id), eq(task.status, 'queued')));
  await until('the others to end', async () => (await runningOf(server, flooder.id)).length === 0, DEADLINE_MS);
  return ms;
}

/** Creations per second, and the share of time in which the worker's slots were busy. */
async function throughput(server: TestServer, count: number): Promise<{ perSecond: number; busy: number }> {
  const partners = [await server.scenario.partner(), await server.scenario.partner()];
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, i) => customerOf(server, partners[i % 2] as PartnerRow)),
  );
  const began = performance.now();
  const ids: string[] = [];
  while (ids.length < count) ids.push(...(await Promise.all(customers.map(({ create }) => create()))));
  const mine = inArray(task.id, ids);
  await until(
    'all to end',
    async () => (await server.db.$count(task, and(mine, sql`ended_at is not null`))) === ids.length,
    DEADLINE_MS,
  );
  const seconds = (performance.now() - began) / 1000;
  const [row] = await server.db
    .select({ taken: sql<number>`sum(extract(epoch from ended_at - (steps -> 0 ->> 'started')::timestamptz))::float8` })
    .from(task)
    .where(mine);
  return { perSecond: ids.length / seconds, busy: (row?.taken ?? 0) / (seconds * PLACES) };
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const listed = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(', ');

async function nativeWordPress(dataDir: string): Promise<HostingDriver> {
  const config = { ...hostingConfigFromEnv(process.env, dataDir), php: 'native' as const };
  return createLocalDriver({ config, runtime: await prepareRuntime(config) });
}

async function measure(
  name: string,
  hosting: (dataDir: string) => Promise<HostingDriver>,
  rounds: number,
  creations: number,
): Promise<boolean> {
  const server = await startTestServer({ hosting });
  try {
    const partner = await server.scenario.partner();
    await firstCreation(server, partner);
    const [alone, behind]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await firstCreation(server, partner));
      behind.push(await behindOthers(server, partner, await customerOf(server, partner)));
    }
    const ratio = median(behind) / median(alone);
    const { perSecond, busy } = await throughput(server, creations);
    console.log(
      `${name}: first creation alone ${median(alone).toFixed(0)} ms (${listed(alone)}), behind ${WAITING} ${median(behind).toFixed(0)} ms (${listed(behind)}): ${ratio.toFixed(2)} times, limit ${LIMIT}: ${ratio <= LIMIT ? 'met' : 'MISSED'}`,
    );
    console.log(
      `${name}: ${creations} creations of ${CUSTOMERS} customers: ${perSecond.toFixed(2)} a second, ${(busy * 100).toFixed(0)} % of ${PLACES} places taken`,
    );
    return ratio <= LIMIT;
  } finally {
    await server.stop();
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    wordpress: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const kinds = [
  { name: 'static', hosting: createFastDriver, creations: 100 },
  { name: 'WordPress', hosting: nativeWordPress, creations: Number(values.wordpress) },
].filter(({ name }) => !values.only || name.toLowerCase() === values.only);
const address = process.env['DATABASE_URL'];
let slow = false;
for (const database of address ? ['PGlite', 'PostgreSQL'] : ['PGlite']) {
  process.env['TEST_DATABASE_URL'] = database === 'PostgreSQL' ? address : '';
  for (const { name, hosting, creations } of kinds) {
    try {
      slow = !(await measure(`${database}, ${name}`, hosting, Number(values.rounds), creations)) || slow;
    } catch (error) {
      if (!(error instanceof HostingError && error.code === 'RUNTIME_MISSING')) throw error;
      console.log(`${database}, ${name}: not measured, ${error.message}`);
    }
  }
}
process.exit(slow ? 1 : 0);
