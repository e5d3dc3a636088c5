// On both databases: plans lock the sites that they change.
import type { FleetPlanSummary, Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { continuePlans } from '../../src/modules/change-plan/plan-advance.ts';
import { createFastDriver, startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';
import { CACHE, previewed, reached, started, statuses } from './fleet-support.ts';

const NAMES = ['alpha', 'bravo', 'charlie'] as const;
type Name = (typeof NAMES)[number];
const PHP = { kind: 'php', version: '8.5' } as const;

describe('one change over many sites', () => {
  let server: TestServer;
  let own: Tenant;
  let staff: Client;
  const ids = {} as Record<Name, string>;
  /** Which PHP each site was given, in order. */
  const given: [string, string][] = [];
  /** Whose home page is gone with PHP 8.5. */
  let breaking: Name | null = null;

  before(async () => {
    server = await startTestServer({
      hosting: async (dataDir) => {
        const fast = await createFastDriver(dataDir);
        return {
          ...fast,
          async usePhp(siteId, version) {
            const name = NAMES.find((each) => ids[each] === siteId);
            given.push([name ?? siteId, version]);
            const page = path.join(dataDir, 'sites', siteId, 'live/public/index.html');
            if (name !== breaking) return;
            // May be repeated.
            if (version === PHP.version) await rename(page, `${page}.gone`).catch(() => undefined);
            else await rename(`${page}.gone`, page).catch(() => undefined);
          },
        };
      },
    });
    own = await tenant(server);
    staff = await server.as(own.partner, await server.scenario.admin(own.partner));
    for (const name of NAMES) ids[name] = (await readySite(own, name)).site_id;
  });
  after(() => server.stop());

  const all = () => NAMES.map((name) => ids[name]);
  const decide = async (client: Client, id: string, decision: string, more = {}) => {
    const answer = await client.post(`/change-plan/${id}/decision`, { decision, ...more });
    assert.equal(answer.status, 200, answer.text);
  };

  test('a preview names the sites that a change would not reach, and why', async () => {
    await server.scenario.site(own.partner, own.customer, { name: 'docs', type: 'site_builder' });
    const unready = await server.scenario.site(own.partner, own.customer, { name: 'stuck', status: 'failed' });
    const { sites, total } = await previewed(staff, PHP);
    assert.equal(total, 5);
    assert.deepEqual(
      sites.map(({ fqdn, reason }) => [fqdn.split('.')[0], reason]),
      [
        ['alpha', null],
        ['bravo', null],
        ['charlie', null],
        ['docs', 'This site does not run PHP.'],
        ['stuck', 'The site is not ready. Only a ready site can be changed.'],
      ],
    );
    assert.deepEqual([sites[0]?.now, sites[0]?.customer], ['8.4.25', own.customer.email]);
    const missing = await previewed(own.client, { kind: 'php', version: '5.6' }, { keyword: 'alpha' });
    assert.deepEqual(
      missing.sites.map(({ reason, customer }) => [reason, customer]),
      [['This PHP version is not installed where the site is hosted.', null]],
    );
    const none = await staff.post('/change-plan', { change: PHP, site_ids: [unready.id] });
    assert.deepEqual([none.status, none.body['code']], [422, 'VALIDATION'], none.text);
  });

  test('a broken site halts the plan after the first wave and has its earlier PHP again', async () => {
    breaking = 'bravo';
    given.length = 0;
    const id = await started(staff, PHP, all(), ids.bravo);
    const halted = await reached(staff, id, 'halted');
    assert.deepEqual(statuses(halted), { alpha: 'waiting', bravo: 'failed', charlie: 'waiting' });
    assert.match(halted.sites[0]?.error ?? '', /after the change/);
    assert.deepEqual(given.at(0), ['bravo', '8.5']);
    assert.deepEqual(given.at(-1), ['bravo', '8.4'], 'undone');
    assert.ok(given.every(([name]) => name === 'bravo'));
    const { body } = await staff.get<Page<Notification>>('/notification');
    assert.match(body.pageElements[0]?.description ?? '', /PHP 8\.5: the change failed on bravo\./);
    assert.equal(body.pageElements[0]?.link, `/admin/fleet/plan?id=${id}`);

    // No second plan changes what the first one can still change.
    const other = await previewed(own.client, CACHE);
    assert.match(other.sites.find(({ site_id }) => site_id === ids.alpha)?.reason ?? '', /^Another plan/);
    const refused = await own.client.post('/change-plan', { change: CACHE, site_ids: all() });
    assert.deepEqual([refused.status, refused.body['code']], [422, 'VALIDATION'], refused.text);

    await decide(staff, id, 'stop', { state: 'halted' });
    const stopped = await reached(staff, id, 'stopped');
    assert.equal(stopped.ended, true);
    assert.deepEqual(statuses(stopped), { alpha: 'not_started', bravo: 'failed', charlie: 'not_started' });
    const late = await staff.post(`/change-plan/${id}/decision`, { decision: 'continue' });
    assert.equal(late.status, 409);
    breaking = null;
  });

  test('a plan goes on in waves, and its customer sees it', async () => {
    given.length = 0;
    const id = await started(own.client, PHP, all(), ids.charlie);
    await continuePlans(server.app);
    const done = await reached(own.client, id, 'done');
    assert.deepEqual(statuses(done), { alpha: 'succeeded', bravo: 'succeeded', charlie: 'succeeded' });
    assert.deepEqual(given[0], ['charlie', '8.5']);
    assert.deepEqual(
      done.sites.map(({ wave }) => wave),
      [1, 2, 2],
    );
    const { body } = await own.client.get<FleetPlanSummary[]>('/change-plan');
    assert.deepEqual(
      body.map((plan) => [plan.id, plan.state, plan.started_by]),
      [[id, 'done', own.customer.email]],
      'the plan of the staff is theirs alone',
    );
  });

  test('cache rules are saved on each site', async () => {
    const before = await own.client.get(`/cdn/get/${ids.alpha}`);
    assert.equal(before.body['saved_at'] ?? null, null);
    const id = await started(own.client, CACHE, all());
    await reached(own.client, id, 'done');
    for (const siteId of all()) {
      const { body } = await own.client.get(`/cdn/get/${siteId}`);
      assert.deepEqual([body['default_cache_time'], body['is_stale']], [86_400, true], JSON.stringify(body));
    }
  });

  test('sites and plans of others are not there', async () => {
    const stranger = await tenant(server);
    const foreign = await server.as(stranger.partner, await server.scenario.admin(stranger.partner));
    const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
    const id = await started(own.client, CACHE, [ids.alpha]);
    await reached(own.client, id, 'done');
    for (const client of [stranger.client, foreign, neighbour]) {
      assert.equal((await client.post('/change-plan', { change: CACHE, site_ids: all() })).status, 404);
      assert.equal((await client.get(`/change-plan/${id}`)).status, 404);
      assert.equal((await client.post(`/change-plan/${id}/decision`, { decision: 'stop' })).status, 404);
      assert.deepEqual((await client.get(`/change-plan`)).body, []);
      assert.equal((await previewed(client, CACHE)).total, 0);
    }
  });
});
