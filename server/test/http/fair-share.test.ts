import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { CSRF_HEADER, type SiteOverview } from '@panel/contract';
import type { Verification } from '../../src/hosting/driver.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { createFairShare } from '../../src/http/fair-share.ts';
import { checkSite } from '../../src/modules/site/site-checks.ts';
import { createQueuedSlots } from '../../src/lib/queued-slots.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { until } from '../../src/testing/index.ts';
import { startPanel, type Panel } from './harness.ts';

const WELL: Verification = {
  ok: true,
  checks: [{ name: 'The home page answers', ok: true, detail: '200' }],
  info: { wpVersion: '7.1.1', phpVersion: '8.2' },
};

let panel: Panel;
let partner: PartnerRow;
/** Running checks, by site. */
let checks: { siteId: string; answer(): void }[];
before(async () => {
  panel = await startPanel();
  partner = await panel.addPartner();
  panel.ctx.hosting = {
    ...panel.ctx.hosting,
    verify: (siteId) => new Promise((resolve) => checks.push({ siteId, answer: () => resolve(WELL) })),
    info: () => new Promise(() => undefined),
  };
});
after(() => panel.close());
beforeEach(() => void (checks = []));

const sitesOf = (owner: UserRow, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      scenarioRepo(panel.ctx.db).site(partner, owner, { name: `${owner.id.slice(0, 8)}-${index}`, status: 'ready' }),
    ),
  );
const answerAll = () => checks.forEach(({ answer }) => answer());

test('concurrent checks of one site are one check, and a result of the last ten seconds is reused', async () => {
  const owner = await panel.addUser(partner, 'customer');
  const [site] = await sitesOf(owner, 1);
  const browser = await panel.entered(partner, owner);
  assert.ok(site);
  const ask = () => browser.get(`/site/${site.id}/overview?check=now`);
  const asked = ask();
  await until('a check', async () => checks.length > 0);
  const joined = checkSite(panel.ctx, site, site.fqdn, 'request');
  answerAll();
  const answers = [await asked, await ask()];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const times = answers.map(({ body }) => (body as unknown as SiteOverview).evidence[0]?.checked_at);
  assert.equal(new Set([...times, (await joined)[0]?.checked_at]).size, 1);
  assert.equal(checks.length, 1);
  panel.clock.offsetMs += 10_001;
  const later = ask();
  await until('another check', async () => checks.length === 2);
  answerAll();
  assert.equal((await later).status, 200);
});

test('an account runs two expensive calls at a time, eight wait, and more are rejected; others do not wait', async () => {
  const [greedy, other] = [await panel.addUser(partner, 'customer'), await panel.addUser(partner, 'customer')];
  const browser = await panel.entered(partner, greedy);
  const sites = await sitesOf(greedy, 13);
  const asked = sites.map(({ id }) => browser.get(`/site/${id}/overview?check=now`));
  const refused = await Promise.any(asked);
  assert.equal(refused.status, 429);
  assert.equal(refused.body['code'], 'RATE_LIMITED');
  assert.match(String(refused.body['message']), /^Too many requests at once/);
  assert.equal(refused.headers.get('retry-after'), '2');
  await until('two checks', async () => checks.length === 2);
  assert.equal((await browser.get('/site?pageSize=1')).status, 200, 'calls that cost little are not held back');

  const [theirs] = await sitesOf(other, 1);
  const neighbour = (await panel.entered(partner, other)).get(`/site/${theirs?.id}/overview?check=now`);
  await until('the check of another customer', async () => checks.some(({ siteId }) => siteId === theirs?.id));
  let most = 0;
  const ended = Promise.all([...asked, neighbour]);
  await until('all that waited', async () => {
    most = Math.max(most, checks.length);
    answerAll();
    checks = checks.filter(({ siteId }) => siteId === 'none');
    return (await Promise.race([ended, null])) !== null;
  });
  const statuses = (await ended).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(11).fill(200), 429, 429, 429]);
  assert.ok(most <= 3, `${most} checks at once`);
});

test('an account sends two files at a time; the bodies of its other uploads wait unread', async () => {
  const browser = await panel.entered(partner, await panel.addUser(partner, 'customer'));
  await browser.get('/partner/whitelabel');
  const reading: ReadableStreamDefaultController[] = [];
  const upload = () =>
    browser.send('POST', '/plugin', {
      headers: {
        'content-type': 'multipart/form-data; boundary=part',
        [CSRF_HEADER]: browser.jar.get('XSRF-TOKEN') ?? '',
      },
      body: new ReadableStream({ pull: (body) => void reading.push(body) }, { highWaterMark: 0 }),
    });
  const asked = [...Array(11).keys()].map(upload);
  await until('two bodies', async () => reading.length >= 2);
  const refused = await Promise.any(asked);
  assert.deepEqual([refused.status, refused.body['code'], reading.length], [429, 'RATE_LIMITED', 2]);
  const ended = Promise.all(asked);
  await until('all that waited', async () => {
    for (const body of reading.splice(0)) body.close();
    return (await Promise.race([ended, null])) !== null;
  });
  assert.deepEqual((await ended).map(({ status }) => status).sort(), [...Array(10).fill(400), 429]);
});

test('a body is read once its account has one of four places, and 64 more wait for them', async () => {
  const share = createFairShare();
  const { signal } = new AbortController();
  const enter = (userId: string) => share.enter({ meta: {} }, { userId, ip: '192.0.2.1' }, signal);
  const inside = await Promise.all(Array.from({ length: 4 }, () => enter('greedy')));
  const waiting = Array.from({ length: 64 }, () => enter('greedy'));
  await assert.rejects(enter('greedy'), ({ code }: { code: string }) => code === 'RATE_LIMITED');
  (await enter('other')).leave();
  inside.forEach((place) => place.leave());
  for (const place of waiting) (await place).leave();
});

test('slots are assigned in order; a call whose caller has left, or that waits too long, gets none', async () => {
  const slots = createQueuedSlots({ atOnce: 1, waiting: 3, waitMs: 60_000 });
  const first = await slots.enter('a');
  const gone = new AbortController();
  const [second, left, third] = [slots.enter('a'), slots.enter('a', gone.signal), slots.enter('a')];
  assert.equal(await slots.enter('a'), null);
  assert.ok(await slots.enter('b'), 'another key has places of its own');
  gone.abort();
  assert.equal(await left, null);
  first?.();
  first?.();
  const leave = await second;
  assert.ok(leave);
  assert.equal(await Promise.race([third, 'waits']), 'waits');
  leave();
  assert.ok(await third);
  assert.equal(await createQueuedSlots({ atOnce: 0, waiting: 1, waitMs: 1 }).enter('a'), null);
});

test('who sends large bodies that are refused waits for the answers; small requests and others are answered at once', async () => {
  const held: number[] = [];
  let now = 0;
  const share = createFairShare({ wall: () => now, cpu: () => 0, pause: async (ms) => void held.push(ms) });
  const gone = new AbortController().signal;
  const [greedy, other] = [
    { userId: null, ip: '192.0.2.1' },
    { userId: null, ip: '198.51.100.1' },
  ];
  for (let i = 0; i < 200; i += 1) await share.refused(greedy, 0, gone);
  assert.equal(await share.refused(other, 1_048_576, gone), false);
  assert.deepEqual(held, []);
  assert.equal(await share.refused(greedy, 1_048_576, gone), true, 'its connection ends, and its body is not received');
  assert.deepEqual(held, [1_000]);
  now += 10_000;
  await share.refused(greedy, 1_048_576, gone);
  assert.deepEqual(held, [1_000]);
});
