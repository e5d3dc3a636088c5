import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { HealthEvent, HealthHour, HeldSite, PanelProcess } from '@panel/contract';
import { addHealth, batchOf, newestEvents, sweepHealth } from '../../src/metrics/health.repo.ts';
import { createLoopLog } from '../../src/metrics/loop-log.ts';
import { holdSite, releaseSite } from '../../src/modules/site/site-hold.repo.ts';
import { runAs } from '../../src/lib/running-work.ts';
import { acceptReports } from '../../src/platform/health/accept-reports.ts';
import { createLog } from '../../src/process/log.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

type Overview = { processes: PanelProcess[]; events: HealthEvent[]; hours: HealthHour[]; held: HeldSite[] };

async function operatorHere() {
  const partner = await server.scenario.partner();
  const customer = await server.scenario.customer(partner);
  const operator = await server.as(partner, await server.scenario.superadmin());
  const overview = async () => (await operator.get<Overview>('/platform/health')).body;
  return { partner, customer, operator, overview };
}

const hold = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

test('a call that holds the loop is logged with its name and account, counted and listed', async () => {
  const { overview } = await operatorHere();
  const log = createLog('silent');
  const loop = createLoopLog({ db: server.db, clock: server.app.clock, log, process: 'machine:1', fromMs: 100 });
  const userId = randomUUID();
  await runAs({ kind: 'call', name: 'site.slow', userId }, async () => hold(300));
  // The clock's own timer has its turn after the one that was long.
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.ok(loop.delays() >= 1);
  await loop.close();
  const { events, hours } = await overview();
  const event = events.find(({ process }) => process === 'machine:1');
  assert.equal(event?.kind, 'delay');
  assert.ok(event.ms >= 250 && event.cpuMs > 0, JSON.stringify(event));
  assert.deepEqual(event.works[0], { kind: 'call', name: 'site.slow', userId });
  assert.ok(hours.some(({ kind, count, longestMs }) => kind === 'delay' && count >= 1 && longestMs >= 250));
});

test('this process is listed with its memory', async () => {
  const { overview } = await operatorHere();
  const { processes } = await overview();
  assert.equal(processes.length, 1);
  assert.ok((processes[0]?.rssBytes ?? 0) > 2 ** 25 && (processes[0]?.limitBytes ?? 0) > 2 ** 25);
  assert.equal(processes[0]?.shedding, false);
});

test('a batch that comes again is not counted twice, and rows beyond the newest 1,000 are removed', async () => {
  const at = new Date();
  const event = { at, kind: 'memory' as const, ms: 0, cpuMs: 0, works: [], stack: [], rssBytes: 1 };
  const batch = batchOf('machine:2', event);
  assert.deepEqual([await addHealth(server.db, batch), await addHealth(server.db, batch)], [true, false]);
  const many = Array.from({ length: 1_100 }, (_none, index) => ({ ...event, at: new Date(at.getTime() - index) }));
  await addHealth(server.db, { id: randomUUID(), process: 'machine:2', events: many, counts: [] });
  await sweepHealth(server.db, new Date(at.getTime() - WEEK_MS));
  const left = (await newestEvents(server.db, 2_000)).filter(({ kind }) => kind !== 'silence');
  assert.equal(left.length, 1_000);
  await sweepHealth(server.db, new Date(at.getTime() + WEEK_MS));
  assert.equal((await newestEvents(server.db, 10)).length, 0);
});

test('each hold of a site within a week is twice as long as the one before, a day at most', async () => {
  const siteId = randomUUID();
  const now = new Date('2026-01-01T00:00:00Z');
  const minutes: number[] = [];
  for (let time = 0; time < 10; time += 1)
    minutes.push(((await holdSite(server.db, siteId, now)).getTime() - now.getTime()) / MINUTE_MS);
  assert.deepEqual(minutes, [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
  await releaseSite(server.db, siteId, now);
  const later = new Date(now.getTime() + WEEK_MS);
  assert.equal((await holdSite(server.db, siteId, later)).getTime() - later.getTime(), 10 * MINUTE_MS);
});

/** A report as the watchdog leaves it. */
async function leave(folder: string, work: HealthEvent['works'][number] | null, running: HealthEvent['works']) {
  await mkdir(folder, { recursive: true });
  const report = { id: randomUUID(), at: new Date().toISOString(), process: 'machine:3', silentMs: 15_020 };
  await writeFile(
    path.join(folder, `${report.id}.json`),
    JSON.stringify({ ...report, work, running, stack: ['spin a.ts:1'], rssBytes: 1 }),
  );
}

test('the site of a report is held, in two processes that read the same one once; an unreadable report is removed', async () => {
  const { partner, customer, operator, overview } = await operatorHere();
  const site = await server.scenario.site(partner, customer, { name: 'heavy' });
  const [folder, same] = [path.join(server.dataDir, 'reports-a'), path.join(server.dataDir, 'reports-b')];
  await leave(folder, { kind: 'visit', name: 'request', siteId: site.id }, []);
  const [name] = await readdir(folder);
  await mkdir(same);
  await copyFile(path.join(folder, String(name)), path.join(same, String(name)));
  await writeFile(path.join(folder, 'broken.json'), '{');
  const deps = { db: server.db, clock: server.app.clock, log: createLog('silent') };
  await Promise.all([acceptReports(folder, deps), acceptReports(same, deps)]);
  assert.deepEqual([await readdir(folder), await readdir(same)], [[], []]);
  await server.app.holds.look();
  assert.ok(server.app.holds.isHeld(site.id));
  const { events, held } = await overview();
  assert.equal(events.filter(({ process }) => process === 'machine:3').length, 1);
  assert.deepEqual(
    held.map(({ siteId }) => siteId),
    [site.id],
  );
  await assert.rejects(server.app.hosting.start(site.id), /paused/);
  const repair = { kind: 'step' as const, name: 'x', userId: customer.id };
  await assert.rejects(
    runAs(repair, () => server.app.hosting.start(site.id)),
    (error: Error) => !/paused/.test(error.message),
  );
  assert.equal((await operator.post(`/platform/health/held/${site.id}/release`)).status, 200);
  assert.equal(server.app.holds.isHeld(site.id), false);
  assert.deepEqual((await overview()).held, []);
});

test('of several sites that were under way none is held', async () => {
  const { overview } = await operatorHere();
  const folder = path.join(server.dataDir, 'reports-c');
  const visit = () => ({ kind: 'visit' as const, name: 'request', siteId: randomUUID() });
  await leave(folder, null, [visit(), visit()]);
  await acceptReports(folder, { db: server.db, clock: server.app.clock, log: createLog('silent') });
  const { held, events } = await overview();
  assert.deepEqual(held, []);
  assert.ok(events.some(({ kind, works }) => kind === 'silence' && works.length === 2));
});
