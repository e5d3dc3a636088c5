// On both databases: audit-chain.repo.ts, audit-line.repo.ts, audit-list.repo.ts, audit-object.repo.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditCheck, AuditLine, Page } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { auditChain, auditLog, user } from '../../src/db/schema.ts';
import { checkChains, sealLines } from '../../src/modules/audit/audit-chain.service.ts';
import { removeOldRecords } from '../../src/start/sweeps.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const DAY_MS = 24 * 3_600_000;
let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type World = { partner: PartnerRow; customer: UserRow; admin: UserRow; own: Browser; staff: Browser };

async function world(): Promise<World> {
  panel.clock.offsetMs = 0;
  const partner = await panel.addPartner();
  const [customer, admin] = [await panel.addUser(partner, 'customer'), await panel.addUser(partner, 'admin')];
  const own = await panel.entered(partner, customer, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' });
  return { partner, customer, admin, own, staff: await panel.entered(partner, admin) };
}

const put = (browser: Browser, path: string, body: object) => browser.write('PUT', path, body);
const NAMES = { firstname: 'Ada', lastname: 'Byron', phone_number: '' };
const rename = (browser: Browser, firstname = 'Ada') => put(browser, '/user/profile', { ...NAMES, firstname });
const listOf = async (browser: Browser, path = '/audit') => {
  const answer = await browser.get(path);
  assert.equal(answer.status, 200, answer.text);
  return (answer.body as unknown as Page<AuditLine>).pageElements;
};
const stored = ({ partner }: World) =>
  panel.ctx.db.select().from(auditLog).where(eq(auditLog.partnerId, partner.id)).orderBy(asc(auditLog.at));
const seal = () => sealLines(panel.ctx, new Date(Date.now() + 60_000));
const check = async ({ staff }: World) => (await staff.get('/audit/check')).body as unknown as AuditCheck;

test('a change is recorded with who, from where, the call, the object, before and after', async () => {
  const mine = await world();
  assert.equal((await rename(mine.own)).status, 200);
  const [line, ...others] = await listOf(mine.staff);
  assert.deepEqual(others, []);
  assert.equal(line?.action, 'user.updateProfile');
  assert.equal(line.call, 'user.updateProfile');
  assert.deepEqual(line.object, { kind: 'user', id: mine.customer.id });
  assert.deepEqual(line.user, { id: mine.customer.id, email: mine.customer.email });
  assert.deepEqual([line.by, line.actor, line.browser, line.system], ['customer', null, 'Firefox', 'Linux']);
  assert.deepEqual(line.changes, [
    { field: 'firstname', before: '', after: 'Ada' },
    { field: 'lastname', before: '', after: 'Byron' },
  ]);
});

test('what is refused, reads, or fails leaves no line; the line of a change is in its transaction', async () => {
  const mine = await world();
  assert.equal((await put(mine.own, '/user/profile', { firstname: 'x'.repeat(200) })).status, 422);
  assert.equal((await mine.own.get('/user/profile')).status, 200);
  const stale = { ...NAMES, expected: { firstname: 'Other', lastname: '', phone_number: '' } };
  assert.equal((await put(mine.own, '/user/profile', stale)).status, 409);
  assert.deepEqual(await stored(mine), []);
  // A line that cannot be written takes the change with it.
  await panel.ctx.db.execute(
    sql`alter table audit_log add constraint no_lines check (call <> 'user.updateProfile') not valid`,
  );
  assert.equal((await rename(mine.own, 'Lost')).status, 500);
  await panel.ctx.db.execute(sql`alter table audit_log drop constraint no_lines`);
  const [row] = await panel.ctx.db.select().from(user).where(eq(user.id, mine.customer.id));
  assert.equal(row?.firstname, '');
});

test('a line that a module writes is the line of its call: once, with its own name', async () => {
  const mine = await world();
  const made = await mine.own.post('/api-token', {
    ...{ name: 'Deploy', scopes: ['sites:read'], expires_in_days: 90, password: PASSWORD },
  });
  assert.equal(made.status, 200, made.text);
  const lines = await stored(mine);
  assert.deepEqual(
    lines.map(({ action, call, outcome }) => ({ action, call, outcome })),
    [{ action: 'api_token.create', call: 'apiToken.create', outcome: null }],
  );
});

test('no secret that was sent is stored', async () => {
  const mine = await world();
  const password = 'Another1Password';
  const changed = await mine.own.post('/set-password', { current_password: PASSWORD, password });
  assert.equal(changed.status, 200, changed.text);
  const made = await mine.own.post('/api-token', {
    ...{ name: 'Deploy', scopes: ['sites:read'], expires_in_days: 90, password },
  });
  const { token } = made.body as { token: string };
  const text = JSON.stringify(await stored(mine));
  for (const secret of [password, PASSWORD, token, token.slice(12)]) assert.equal(text.includes(secret), false);
  assert.match(text, /password\.change/);
});

test('staff see the lines of their partner alone, customers their own and what staff did to their sites', async () => {
  const [mine, other] = [await world(), await world()];
  await rename(mine.own);
  await rename(other.own);
  const site = await scenarioRepo(panel.ctx.db).site(mine.partner, mine.customer, { name: 'shop' });
  const heir = await panel.addUser(mine.partner, 'customer');
  const given = await put(mine.staff, `/site/${site.id}/customer`, { customer_id: heir.id });
  assert.equal(given.status, 200, given.text);
  assert.equal((await listOf(mine.staff)).length, 2);
  assert.equal((await listOf(other.staff)).length, 1);
  assert.equal((await other.own.get('/audit')).status, 403);
  const [byStaff, byMe] = await listOf(mine.own, '/audit/own');
  assert.equal(byMe?.by, 'customer');
  assert.equal(byStaff?.by, 'staff');
  assert.deepEqual([byStaff.user, byStaff.ip, byStaff.details, byStaff.changes], [null, null, [], []]);
  assert.equal(JSON.stringify(await listOf(mine.own, '/audit/own')).includes(mine.admin.email), false);
});

test('lines are filtered by who, what and when', async () => {
  const mine = await world();
  await rename(mine.own);
  await rename(mine.staff, 'Sam');
  const of = async (query: string) => (await listOf(mine.staff, `/audit?${query}`)).map(({ user: who }) => who?.email);
  assert.deepEqual(await of('by=customer'), [mine.customer.email]);
  assert.deepEqual(await of('by=staff'), [mine.admin.email]);
  assert.deepEqual(await of('by=token'), []);
  assert.deepEqual(await of(`user=${mine.customer.id}`), [mine.customer.email]);
  assert.deepEqual(await of(`keyword=${mine.admin.email}`), [mine.admin.email]);
  assert.deepEqual(await of('keyword=updateprofile&from=2020-01-01&to=2020-01-02'), []);
  assert.equal((await of('keyword=100%25')).length, 0);
});

test('the chain holds, and tells of a line that was changed, removed, added, or cut off at its end', async () => {
  const mine = await world();
  const { db } = panel.ctx;
  for (const name of ['A', 'B', 'C', 'D']) await rename(mine.own, name);
  assert.deepEqual(await check(mine), { checked: 0, waiting: 4, fault: null });
  await seal();
  assert.deepEqual(await check(mine), { checked: 4, waiting: 0, fault: null });
  const [first, second, third, fourth] = await stored(mine);
  assert.ok(first && second && third && fourth);
  const ofLine = (seq: number) => and(eq(auditLog.partnerId, mine.partner.id), eq(auditLog.seq, seq));

  await db.update(auditLog).set({ userEmail: 'else@example.com' }).where(ofLine(2));
  assert.deepEqual((await check(mine)).fault, { kind: 'changed', seq: 2 });
  await db.update(auditLog).set({ userEmail: second.userEmail }).where(ofLine(2));
  assert.equal((await check(mine)).fault, null);

  await db.delete(auditLog).where(ofLine(3));
  assert.deepEqual((await check(mine)).fault, { kind: 'missing', seq: 3 });
  await db.insert(auditLog).values(third);
  assert.equal((await check(mine)).fault, null);

  const { id: _id, ...copy } = fourth;
  await db.insert(auditLog).values({ ...copy, seq: 5 });
  assert.deepEqual((await check(mine)).fault, { kind: 'end', seq: 5 });
  await db.delete(auditLog).where(ofLine(5));

  const faults = [];
  for await (const found of checkChains(panel.ctx)) if (found.partnerId === mine.partner.id) faults.push(found.fault);
  assert.deepEqual(faults, [null]);

  await db.delete(auditLog).where(ofLine(4));
  await db
    .update(auditChain)
    .set({ seq: 3, hash: third.hash ?? '' })
    .where(eq(auditChain.partnerId, mine.partner.id));
  assert.deepEqual((await check(mine)).fault, { kind: 'end', seq: 3 });
  // What comes later does not make it right.
  await rename(mine.own, 'E');
  await seal();
  assert.deepEqual((await check(mine)).fault, { kind: 'end', seq: 3 });
});

test('lines are kept for as long as the partner wants, and the rest is still a chain', async () => {
  const mine = await world();
  for (const name of ['A', 'B', 'C']) await rename(mine.own, name);
  await panel.ctx.db
    .update(auditLog)
    .set({ at: new Date(Date.now() - 100 * DAY_MS) })
    .where(and(eq(auditLog.partnerId, mine.partner.id), sql`${auditLog.after} ->> 'firstname' in ('A', 'B')`));
  await seal();
  assert.equal((await put(mine.staff, '/audit/settings', { keep_days: 7 })).status, 422);
  assert.equal((await put(mine.staff, '/audit/settings', { keep_days: 90 })).status, 200);
  assert.deepEqual((await mine.staff.get('/audit/settings')).body, { keep_days: 90 });
  await removeOldRecords(panel.ctx);
  assert.equal((await stored(mine)).length, 2);
  await seal();
  assert.deepEqual(await check(mine), { checked: 2, waiting: 0, fault: null });
});

test('an export has the filtered lines as CSV and JSON lines, and runs no formula', async () => {
  const mine = await world();
  const PAGE = { accept: 'text/html' };
  const staff = await panel.entered(mine.partner, mine.admin, PAGE);
  await rename(mine.own, '=HYPERLINK("x")');
  const csv = await staff.get('/audit-export?by=customer');
  assert.match(csv.headers.get('content-type') ?? '', /text\/csv/);
  const [title, line, end] = csv.text.split('\r\n');
  assert.match(title ?? '', /^"Time","Action"/);
  assert.match(line ?? '', /"user\.updateProfile"/);
  assert.equal(/(^|,)"[=+\-@]/.test(line ?? ''), false);
  assert.equal(end, '');
  const lines = (await staff.get('/audit-export?format=jsonl')).text.trim().split('\n');
  assert.equal((JSON.parse(lines[0] ?? '') as AuditLine).action, 'user.updateProfile');
  assert.equal((await panel.browser(mine.partner, PAGE).get('/audit-export')).status, 404);
  const customer = await panel.entered(mine.partner, mine.customer, PAGE);
  assert.equal((await customer.get('/audit-export?format=jsonl')).text.trim().split('\n').length, 1);
});
