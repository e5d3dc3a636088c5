import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BUY_LINK_PLANS } from '@panel/contract';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { NO_ID } from './access-outcomes.ts';
import type { Objects, Persona } from './access-rows.ts';
import { allCalls } from './calls.ts';
import { makeWorld, type World } from './fixture.ts';
import type { SchemaNode } from './wrong-input.ts';

/* Every form that saves is refused when another tab or person has changed what it was opened with. */

let panel: Panel;
let world: World;
before(async () => {
  panel = await startPanel({ tasks: true });
  world = await makeWorld(panel);
});
after(() => panel.close());

type Save = {
  who?: Persona;
  method?: string;
  path: (objects: Objects) => string;
  body: (objects: Objects) => Record<string, unknown>;
  /** Values that the panel never gave out. */
  outdated: Record<string, unknown>;
};

const SCHEDULE = { is_active: true, frequency: 'daily', time: '04:00', weekday: 0, time_zone: 'UTC', keep: 3 };
const CACHE = { file_type: [], default_cache_time: 86_400, is_stale: true, ignore_cache: false, qsh: true };

const SAVES: Record<string, Save> = {
  'user.updateProfile': {
    path: () => '/user/profile',
    body: () => ({ firstname: 'Ada', lastname: 'Lovelace', phone_number: '' }),
    outdated: { firstname: 'Grace' },
  },
  'tag.save': {
    path: ({ siteId }) => `/workload/${siteId}/tags`,
    body: () => ({ tags: ['shop'] }),
    outdated: { tags: ['other'] },
  },
  'backup.saveSettings': {
    method: 'POST',
    path: () => '/backup/settings',
    body: ({ fqdn }) => ({ ...SCHEDULE, site_fqdn: fqdn }),
    outdated: { keep: 29 },
  },
  'backup.rename': {
    path: ({ backupId }) => `/backup/${backupId}`,
    body: () => ({ name: 'Before the sale' }),
    outdated: { name: 'Second' },
  },
  'blueprint.update': {
    path: ({ blueprintId }) => `/blueprint/${blueprintId}`,
    body: () => ({ name: 'Store' }),
    outdated: { name: 'Other' },
  },
  'cdn.update': {
    path: ({ siteId }) => `/cdn/update/${siteId}`,
    body: () => ({ cache_settings: CACHE }),
    outdated: { default_cache_time: 604_800 },
  },
  'cdn.updateApp': {
    path: ({ appId }) => `/cdn/app/${appId}`,
    body: () => ({ cache_settings: CACHE }),
    outdated: { default_cache_time: 604_800 },
  },
  'app.savePreviews': {
    path: ({ appId }) => `/nucal/app/${appId}/previews`,
    body: () => ({ branches: ['feature/*'] }),
    outdated: { branches: ['fix/*'], days: 3 },
  },
  'siteTool.setPhpSettings': {
    path: ({ siteId }) => `/site/${siteId}/php-settings`,
    body: () => ({ memory_mb: 128, upload_mb: 64, execution_seconds: 30 }),
    outdated: { memory_mb: 77 },
  },
  'site.update': {
    path: ({ siteId }) => `/site/id/${siteId}`,
    body: () => ({ password_protection: { username: 'team', password: 'Correct1Horse' } }),
    outdated: { password_protection: { username: 'guest' } },
  },
  'site.assignCustomer': {
    who: 'admin',
    path: ({ siteId }) => `/site/${siteId}/customer`,
    body: () => ({ customer_id: world.users.neighbour.id }),
    outdated: { customer_id: null },
  },
  'customer.update': {
    who: 'admin',
    path: ({ customerId }) => `/customer/${customerId}`,
    body: () => ({ notes: 'Prefers calls', tags: ['vip'] }),
    outdated: { notes: 'Prefers emails', tags: ['agency'] },
  },
  'customer.assignSites': {
    who: 'admin',
    path: ({ customerId }) => `/customer/${customerId}/sites`,
    body: ({ siteId }) => ({ site_ids: [siteId] }),
    outdated: { site_ids: [NO_ID] },
  },
  'migration.update': {
    path: ({ migrationId }) => `/migration/site/${migrationId}`,
    body: () => ({ source_url: 'example.com' }),
    outdated: { source_url: 'https://other.example/' },
  },
  'payment.saveBuyLinks': {
    who: 'admin',
    path: () => '/partner/license/buy/settings',
    body: () => Object.fromEntries(BUY_LINK_PLANS.map((plan) => [plan, ''])),
    outdated: { [BUY_LINK_PLANS[0]]: 'https://shop.example.com/other' },
  },
  'reseller.update': {
    who: 'superadmin',
    path: ({ here }) => `/platform/partners/${here.id}`,
    body: () => ({ limits: { customers: 1000, sites: null, disk_gb: null } }),
    outdated: { name: 'Other', limits: { customers: 1, sites: 1, disk_gb: 1 } },
  },
  'team.update': {
    who: 'superadmin',
    path: () => '',
    body: () => ({ name: 'Shop', packages: [] }),
    outdated: { name: 'Orders' },
  },
};

/** The ones whose refusal needs a whole HTTPS server, a payment provider or an object of their own; the tests that have it try it. */
const ELSEWHERE = [
  'ssl.update',
  'app.changeSchedule',
  'loginProvider.change',
  'payment.saveBilling',
  'paymentAccount.connect',
  'staff.changeRole',
  'member.change',
];

const browserFor = async ({ who = 'owner' }: Save): Promise<Browser> => world.browserOf(who);

test('the table has every call with `expected`', () => {
  const names = allCalls
    .filter(({ input }) => {
      const node = (input as SchemaNode | undefined)?.pipe?.[0] ?? (input as SchemaNode | undefined);
      return Object.hasOwn(node?.entries ?? {}, 'expected');
    })
    .map(({ name }) => name);
  assert.deepEqual([...Object.keys(SAVES), ...ELSEWHERE].sort(), names.sort());
});

for (const [name, save] of Object.entries(SAVES))
  test(`${name}: an outdated form changes nothing and gets the current values`, async () => {
    const browser = await browserFor(save);
    const objects = await world.objects(save.who ?? 'owner');
    let path = save.path(objects);
    if (name === 'team.update') {
      const made = await browser.write('POST', '/platform/teams', { name: 'Before', packages: [] });
      assert.equal(made.status, 200, made.text);
      const teams = (await browser.get('/platform/teams')).body['teams'] as { id: string; name: string }[];
      path = `/platform/teams/${teams.find((team) => team.name === 'Before')?.id}`;
    }
    const method = save.method ?? 'PUT';
    const body = save.body(objects);
    const refused = await browser.write(method, path, { ...body, expected: save.outdated });
    assert.equal(refused.status, 409, refused.text);
    assert.equal(refused.body['code'], 'CONFLICT');
    const current = refused.body['current'] as Record<string, unknown>;
    assert.deepEqual(Object.keys(current), Object.keys(save.outdated));
    assert.notDeepEqual(current, save.outdated);
    const saved = await browser.write(method, path, { ...body, expected: current });
    assert.equal(saved.status, 200, saved.text);
  });
