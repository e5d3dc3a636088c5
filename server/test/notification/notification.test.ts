import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { notification } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type Listed = { id: string; status: string; description: string; link: string | null; created_at: string };
type Page = {
  pageIndex: number;
  pageSize: number;
  totalCount: number;
  totalPage: number;
  pageElements: Listed[];
  totalUnReadNotificationCount: number;
};

async function withNotifications(count: number) {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  await write(owner, customer, count);
  const browser = await panel.entered(owner, customer);
  return {
    owner,
    customer,
    browser,
    list: async (query = '') => (await browser.get(`/notification${query}`)).body as unknown as Page,
  };
}

async function write(owner: PartnerRow, who: UserRow, count: number): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  const values = Array.from({ length: count }, (_, i) => ({
    partnerId: owner.id,
    userId: who.id,
    type: 'site_created' as const,
    description: `Site ${i}`,
    status: i % 3 === 0 ? ('read' as const) : ('unread' as const),
    createdAt: new Date(start + i * 1000),
    link: i === 0 ? '/sites' : null,
  }));
  if (values.length > 0) await panel.ctx.db.insert(notification).values(values);
}

test('pages are newest first, with the totals of all, also past the end', async () => {
  const { list } = await withNotifications(25);
  const first = await list();
  assert.deepEqual(
    [first.pageIndex, first.pageSize, first.totalCount, first.totalPage, first.totalUnReadNotificationCount],
    [0, 10, 25, 3, 16],
  );
  assert.deepEqual(
    first.pageElements.map(({ description }) => description),
    Array.from({ length: 10 }, (_, i) => `Site ${24 - i}`),
  );
  const last = await list('?pageIndex=2');
  assert.equal(last.pageElements.length, 5);
  assert.deepEqual(
    { ...last.pageElements[4], id: '' },
    {
      id: '',
      type: 'site_created',
      description: 'Site 0',
      status: 'read',
      link: '/sites',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  );
  const beyond = await list('?pageIndex=99');
  assert.deepEqual([beyond.totalCount, beyond.totalUnReadNotificationCount, beyond.pageElements.length], [25, 16, 0]);
  const oldest = await list('?sortOrder=asc&pageSize=5');
  assert.equal(oldest.pageElements[0]?.description, 'Site 0');
  const byStatus = await list('?orderBy=status&sortOrder=asc&pageSize=25');
  assert.deepEqual(
    byStatus.pageElements.map(({ status }) => status),
    [...Array<string>(9).fill('read'), ...Array<string>(16).fill('unread')],
  );
});

test('an empty list is an empty page', async () => {
  const { list } = await withNotifications(0);
  assert.deepEqual(await list(), {
    pageIndex: 0,
    pageSize: 10,
    totalCount: 0,
    totalPage: 0,
    pageElements: [],
    totalUnReadNotificationCount: 0,
  });
});

test('one is marked as read and unread, and deleted; deleting again changes nothing', async () => {
  const { browser, list } = await withNotifications(3);
  const [newest] = (await list()).pageElements;
  assert.equal(newest?.status, 'unread');
  assert.deepEqual((await browser.write('PUT', `/notification/${newest?.id}`, { ...newest, status: 'read' })).body, {
    status: true,
  });
  assert.equal((await list()).totalUnReadNotificationCount, 1);
  await browser.write('PUT', `/notification/${newest?.id}`, { status: 'unread' });
  assert.equal((await browser.get(`/notification/${newest?.id}`)).body['status'], 'unread');
  for (let i = 0; i < 2; i++) assert.equal((await browser.write('DELETE', `/notification/${newest?.id}`)).status, 200);
  assert.equal((await list()).totalCount, 2);
});

test('all are marked as read, then deleted, only the user’s own', async () => {
  const mine = await withNotifications(7);
  const theirs = await withNotifications(4);
  await mine.browser.write('PUT', '/notification/status', { status: 'read_all' });
  assert.deepEqual([(await mine.list()).totalUnReadNotificationCount, (await mine.list()).totalCount], [0, 7]);
  await mine.browser.write('PUT', '/notification/status', { status: 'delete_all' });
  assert.equal((await mine.list()).totalCount, 0);
  assert.deepEqual([(await theirs.list()).totalCount, (await theirs.list()).totalUnReadNotificationCount], [4, 2]);
  assert.equal((await mine.browser.write('PUT', '/notification/status', { status: 'all' })).status, 422);
});

test('a superadmin sees on each host the notifications of its partner', async () => {
  const [one, two] = [await panel.addPartner(), await panel.addPartner()];
  const root = await panel.addUser(null, 'superadmin');
  await write(one, root, 2);
  const count = async (owner: PartnerRow) =>
    ((await (await panel.entered(owner, root)).get('/notification')).body as unknown as Page).totalCount;
  assert.deepEqual([await count(one), await count(two)], [2, 0]);
});

test('a page costs one query', async () => {
  const { browser } = await withNotifications(30);
  await browser.get('/notification');
  let queries = 0;
  const client = (panel.ctx.db as unknown as { session: { prepareQuery: (...args: unknown[]) => unknown } }).session;
  const original = client.prepareQuery;
  client.prepareQuery = function counted(...args) {
    queries += 1;
    return original.apply(this, args);
  };
  try {
    await browser.get('/notification?pageIndex=1');
  } finally {
    client.prepareQuery = original;
  }
  // The page's query only: the session's query is prepared and the partner cached.
  assert.equal(queries, 1);
});
