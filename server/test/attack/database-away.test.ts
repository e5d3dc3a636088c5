import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { ATTACK_FACTOR } from './attack-support.ts';
import { openDatabaseTarget, POSTGRES, startLoad, type DatabaseTarget } from './database-support.ts';

/** Each takes the database down and returns the way to restore it. */
const OUTAGES: Record<string, (target: DatabaseTarget) => Promise<() => Promise<void> | void>> = {
  'stopped (fast)': async ({ postgres }) => (await postgres.halt('SIGINT'), postgres.begin),
  'stopped (immediate)': async ({ postgres }) => (await postgres.halt('SIGQUIT'), postgres.begin),
  killed: async ({ postgres }) => (await postgres.halt('SIGKILL'), postgres.begin),
  silent: async ({ proxy }) => (proxy.silence(), proxy.resume),
};

/** Connections break, and new ones work immediately. */
const CUTS: Record<string, (target: DatabaseTarget) => Promise<unknown>> = {
  'connections terminated': ({ ask, database }) =>
    ask('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [
      database,
    ]),
  'connections reset': async ({ proxy }) => proxy.reset(),
  'one backend killed': async ({ ask, database }) => {
    const [row] = await ask<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and application_name = 'panel' limit 1`,
      [database],
    );
    if (row) process.kill(row.pid, 'SIGKILL');
  },
};

/** How often each kind runs: once in `npm test`, and with a factor of 10 at least 100 times in all. */
const KINDS = Object.keys(OUTAGES).length + Object.keys(CUTS).length;
const ROUNDS = ATTACK_FACTOR > 1 ? Math.ceil((ATTACK_FACTOR * 10) / KINDS) : 1;

describe(
  'PostgreSQL goes down and comes back',
  {
    skip: POSTGRES ? false : 'There is no PostgreSQL on this machine. Install the package "postgresql".',
    timeout: 60_000 + 60_000 * ROUNDS,
  },
  () => {
    let target: DatabaseTarget;
    let known: string;
    before(async () => {
      target = await openDatabaseTarget(String(POSTGRES));
      known = `known.${target.sitesDomain}`;
      const wp_info = {
        title: 'Known',
        admin_user: 'owner',
        admin_email: 'owner@example.com',
        admin_password: 'correct horse battery',
      };
      const made = await target.client.post('/site', { fqdn: known, type: 'wordpress', wp_info });
      assert.equal(made.status, 200, made.text);
      await until('the site to answer', async () => (await target.visit(known)).status === 200);
    });
    after(() => target?.close());

    const lives = () => assert.equal(target.panel.endedWith(), null);
    const answers = async () => (await target.client.get('/site?pageSize=1')).status;

    /** After an outage everything works again, and every acknowledged write exists once. */
    const checkWrites = async (load: ReturnType<typeof startLoad>, label: string) => {
      const { tally } = load;
      const before = tally.acknowledged.length;
      await until(
        'another site to be created',
        async () => tally.acknowledged.length > before || tally.complaints.length > 0,
      );
      await load.stop();
      lives();
      assert.deepEqual(tally.complaints, []);
      const sites = await target.ask<{ fqdn: string; tasks: number }>(
        'select fqdn, (select count(*)::int from task where resource_id = workload.id::text) as tasks from workload where fqdn like $1',
        [`${label}-%`],
      );
      assert.deepEqual(
        sites.map((row) => `${row.fqdn} ${row.tasks}`).sort(),
        tally.acknowledged.map((fqdn) => `${fqdn} 1`).sort(),
      );
      const [user] = await target.ask<{ n: number }>(
        `select right(phone_number, 6)::int as n from "user" where id = $1`,
        [target.customerId],
      );
      const n = user?.n ?? 0;
      assert.ok(n >= tally.profile.acknowledged && n <= tally.profile.sent, `${n} of ${JSON.stringify(tally.profile)}`);
      await until(
        'all tasks to end',
        async () => (await target.ask(`select 1 from task where status in ('queued', 'running')`)).length === 0,
      );
      assert.deepEqual(await target.ask(`select title, error from task where status <> 'succeeded'`), []);
    };

    let round = 0;
    for (let turn = 1; turn <= ROUNDS; turn += 1) {
      for (const [name, takeAway] of Object.entries(OUTAGES)) {
        test(`${name}: calls report it, known sites are served, and the panel recovers without a restart (${turn})`, async () => {
          const label = `r${(round += 1)}`;
          const load = startLoad(target, known, label);
          await until('some writes', async () => load.tally.acknowledged.length >= 2);
          const bringBack = await takeAway(target);
          try {
            await until('a call to fail', async () => (await answers()) === 503);
            const stranger = await target.visit(`stranger-${label}.${target.sitesDomain}`);
            assert.equal(stranger.status, 503);
            assert.match(stranger.retryAfter ?? '', /^\d+$/);
            assert.equal((await target.visit(known)).status, 200);
            lives();
          } finally {
            await bringBack();
          }
          await until('calls to be answered', async () => (await answers()) === 200);
          await checkWrites(load, label);
        });
      }

      for (const [name, cut] of Object.entries(CUTS)) {
        test(`${name}: no acknowledged write is lost, and other users barely notice (${turn})`, async () => {
          const label = `r${(round += 1)}`;
          const load = startLoad(target, known, label);
          await until('some writes', async () => load.tally.acknowledged.length >= 2);
          await cut(target);
          await until('calls to be answered', async () => (await answers()) === 200);
          await checkWrites(load, label);
        });
      }
    }
  },
);
