import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq, isNull } from 'drizzle-orm';
import type { Staff, StaffRole } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { auditLog, siteAccess, user } from '../../src/db/schema.ts';
import { addSite, linkTokenTo } from '../customer/customer-support.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type Member = { row: UserRow; browser: Browser };
type World = {
  partner: PartnerRow;
  as: (role: StaffRole, values?: Partial<UserRow>) => Promise<Member>;
  owner: Member;
};

async function world(): Promise<World> {
  const partner = await panel.addPartner({ isSpecial: true });
  const as = async (staffRole: StaffRole, values: Partial<UserRow> = {}) => {
    const row = await panel.addUser(partner, 'admin', { ...values, staffRole });
    return { row, browser: await panel.entered(partner, row) };
  };
  return { partner, as, owner: await as('owner') };
}

const invite = ({ browser }: Member, email: string, staff_role: StaffRole) =>
  browser.post('/partner/staff', { email, firstname: 'Rosa', staff_role });
const give = ({ browser }: Member, { row }: Pick<Member, 'row'>, staff_role: StaffRole, expected?: StaffRole) =>
  browser.write('PUT', `/partner/staff/${row.id}`, { staff_role, ...(expected && { expected }) });
const remove = ({ browser }: Member, { row }: Pick<Member, 'row'>) =>
  browser.write('DELETE', `/partner/staff/${row.id}`);
const listed = async ({ browser }: Member, query = '') =>
  (await browser.get(`/partner/staff${query}`)).body['pageElements'] as Staff[];
const ownersOf = async ({ id }: PartnerRow) =>
  panel.ctx.db
    .select()
    .from(user)
    .where(and(eq(user.partnerId, id), eq(user.staffRole, 'owner')));
const codes = (...answers: { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'ok' : body['code']));

test('a member of staff is invited, signs in, and does what the role allows', async () => {
  const { partner, owner } = await world();
  const email = `rosa@${partner.slug}.example`;
  const invited = await invite(owner, email, 'support');
  assert.equal(invited.status, 200, invited.text);
  const root = await panel.addUser(null, 'superadmin');
  for (const taken of [email, root.email])
    assert.deepEqual(codes(await invite(owner, taken, 'support')), ['EMAIL_TAKEN']);
  const first = await linkTokenTo(panel, email);
  const { id } = invited.body['data'] as Staff;
  assert.equal((await owner.browser.post(`/partner/staff/${id}/invitation`, {})).status, 200);
  const visitor = panel.browser(partner);
  assert.deepEqual(codes(await visitor.post('/set-password', { token: first, password: PASSWORD })), ['TOKEN_INVALID']);
  const token = await linkTokenTo(panel, email);
  assert.equal((await visitor.post('/set-password', { token, password: PASSWORD })).status, 200);
  const rosa = panel.browser(partner);
  assert.equal((await rosa.post('/login', { email, password: PASSWORD })).status, 200);
  assert.equal((await rosa.get('/user/profile')).body['staff_role'], 'support');
  const customer = await panel.addUser(partner, 'customer');
  assert.deepEqual(
    codes(
      await rosa.post(`/customer/${customer.id}/suspend`, {}),
      await rosa.write('PUT', '/partner/sections', { base: 0, section: 'dns', on: false }),
      await rosa.post('/partner/staff', { email: 'x@people.example', staff_role: 'support' }),
    ),
    ['ok', 'STAFF_ROLE', 'STAFF_ROLE'],
  );
  const [row] = await listed(owner, '?keyword=rosa');
  assert.deepEqual(
    [row?.firstname, row?.staff_role, row?.invited, row?.second_factor, row?.is_self],
    ['Rosa', 'support', false, false, false],
  );
  assert.ok(row?.last_sign_in_at);
  assert.deepEqual(codes(await owner.browser.post(`/partner/staff/${id}/invitation`, {})), ['STAFF_ACCEPTED']);
});

test('the refusal says which role somebody has, and who may do it', async () => {
  const { as } = await world();
  const answer = await (
    await as('read_only')
  ).browser.write('PUT', '/partner/sections', { base: 0, section: 'dns', on: false });
  assert.equal(answer.status, 403);
  assert.match(String(answer.body['message']), /^Your role is Read-only\. This can be done by: Owner, Administrator\./);
});

test('the list is filtered by role and shows who has a second factor', async () => {
  const { as, owner } = await world();
  const safe = await as('billing', { secondFactorAt: new Date() });
  await as('support');
  assert.deepEqual(
    (await listed(owner, '?role=billing')).map(({ id, second_factor }) => [id, second_factor]),
    [[safe.row.id, true]],
  );
  assert.deepEqual(
    (await listed(owner)).filter(({ is_self }) => is_self).map(({ id }) => id),
    [owner.row.id],
  );
});

test('only owners make, change and remove owners', async () => {
  const { partner, as, owner } = await world();
  const [admin, support] = [await as('admin'), await as('support')];
  assert.deepEqual(
    codes(
      await invite(admin, `boss@${partner.slug}.example`, 'owner'),
      await give(admin, support, 'owner'),
      await give(admin, owner, 'support'),
      await remove(admin, owner),
      await give(admin, support, 'billing'),
      await give(owner, admin, 'owner'),
    ),
    ['STAFF_ROLE', 'STAFF_ROLE', 'STAFF_ROLE', 'STAFF_ROLE', 'ok', 'ok'],
  );
});

test('nobody changes or removes themselves, and of two changes the second sees the first', async () => {
  const { as, owner } = await world();
  const other = await as('owner');
  assert.deepEqual(codes(await give(owner, owner, 'admin'), await remove(owner, owner)), ['STAFF_SELF', 'STAFF_SELF']);
  assert.deepEqual(codes(await give(owner, other, 'admin', 'owner')), ['ok']);
  const second = await give(owner, other, 'support', 'owner');
  assert.equal(second.body['code'], 'CONFLICT');
  assert.deepEqual(second.body['current'], { staff_role: 'admin' });
});

test('the last owner who can sign in is neither lowered nor removed, not even by a superadmin', async () => {
  const { partner, as, owner } = await world();
  const root = { row: owner.row, browser: await panel.entered(partner, await panel.addUser(null, 'superadmin')) };
  await as('owner', { passwordHash: null });
  assert.deepEqual(codes(await give(root, owner, 'admin'), await remove(root, owner)), ['LAST_OWNER', 'LAST_OWNER']);
  await as('owner');
  assert.deepEqual(codes(await remove(root, owner)), ['ok']);
});

test('an owner who was invited at a wrong address can be removed once the right one is invited', async () => {
  const partner = await panel.addPartner();
  const root = { browser: await panel.entered(partner, await panel.addUser(null, 'superadmin')) } as Member;
  const wrong = { row: await panel.addUser(partner, 'admin', { staffRole: 'owner', passwordHash: null }) };
  assert.deepEqual(codes(await remove(root, wrong)), ['LAST_OWNER']);
  assert.deepEqual(codes(await invite(root, `right@${partner.slug}.example`, 'owner'), await remove(root, wrong)), [
    'ok',
    'ok',
  ]);
});

test('a member without a role, as an earlier version wrote one, is shown as read-only and gets one', async () => {
  const { partner, owner } = await world();
  const row = await panel.addUser(partner, 'admin', { staffRole: null });
  assert.deepEqual(
    (await listed(owner, '?role=read_only')).map(({ id, staff_role }) => [id, staff_role]),
    [[row.id, 'read_only']],
  );
  assert.deepEqual(codes(await give(owner, { row }, 'support', 'read_only')), ['ok']);
});

test('two owners who remove or lower each other at once leave one', async () => {
  for (const act of [remove, (by: Member, of: Member) => give(by, of, 'support')]) {
    const { partner, as, owner } = await world();
    const other = await as('owner');
    const answers = await Promise.all([act(owner, other), act(other, owner)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join());
    assert.equal((await ownersOf(partner)).length, 1);
  }
});

test('staff of another partner, customers and superadmins do not exist there', async () => {
  const { partner, owner } = await world();
  const foreign = (await world()).owner;
  const customer = await panel.addUser(partner, 'customer');
  const root = await panel.addUser(null, 'superadmin');
  for (const row of [foreign.row, customer, root]) {
    const again = await owner.browser.post(`/partner/staff/${row.id}/invitation`, {});
    assert.deepEqual(codes(await give(owner, { row }, 'support'), await remove(owner, { row }), again), [
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  }
  assert.deepEqual(
    (await listed(owner)).map(({ id }) => id),
    [owner.row.id],
  );
});

test('a role that is taken away counts with the next call; whoever is removed is signed out', async () => {
  const { as, owner } = await world();
  const admin = await as('admin');
  const save = () => admin.browser.write('PUT', '/partner/sections', { base: 0, section: 'dns', on: false });
  await give(owner, admin, 'read_only');
  assert.deepEqual(codes(await save(), await admin.browser.get('/partner/sections')), ['STAFF_ROLE', 'ok']);
  assert.equal((await admin.browser.get('/user/profile')).body['staff_role'], 'read_only');
  await remove(owner, admin);
  assert.equal((await admin.browser.get('/partner/sections')).status, 401);
});

test('whoever is signed in as a customer has no more than their role, and loses it with the role', async () => {
  const { partner, as, owner } = await world();
  const customer = await panel.addUser(partner, 'customer');
  const why = { reason: 'A ticket about the shop' };
  const billing = await as('billing');
  assert.deepEqual(codes(await billing.browser.post(`/customer/${customer.id}/session`, why)), ['STAFF_ROLE']);
  const support = await as('support');
  assert.equal((await support.browser.post(`/customer/${customer.id}/session`, why)).status, 200);
  const renew = await support.browser.write('PUT', '/license/ABCD-EFGH/auto/renewal', { auto_renewal: false });
  assert.deepEqual(codes(renew), ['STAFF_ROLE'], renew.text);
  assert.deepEqual(codes(await support.browser.get('/site?pageSize=5')), ['ok']);
  assert.equal((await support.browser.get('/user/profile')).body['email'], customer.email);
  await give(owner, support, 'read_only');
  assert.equal((await support.browser.get('/user/profile')).body['email'], support.row.email, 'themselves again');
});

test('what was opened with a role that changes files ends with that role', async () => {
  const { partner, as, owner } = await world();
  const [support, other] = [await as('support'), await as('support')];
  const site = await addSite(panel, partner, null);
  const opened = (member: Member, kind: 'sftp' | 'database') => ({
    ...{ kind, workloadId: site.id, userId: member.row.id, userName: `${kind}-${member.row.id}` },
    ...{ passwordHash: 'hash', expiresAt: new Date(Date.now() + 3_600_000) },
  });
  await panel.ctx.db
    .insert(siteAccess)
    .values([opened(support, 'sftp'), opened(support, 'database'), opened(other, 'sftp')]);
  const open = async () =>
    (
      await panel.ctx.db
        .select()
        .from(siteAccess)
        .where(and(eq(siteAccess.workloadId, site.id), isNull(siteAccess.endedAt)))
    ).map(({ userId }) => userId);
  await give(owner, support, 'admin');
  assert.equal((await open()).length, 3);
  await give(owner, support, 'billing');
  assert.deepEqual(await open(), [other.row.id]);
});

test('the audit log has who gave which role to whom', async () => {
  const { partner, as, owner } = await world();
  const other = await as('support');
  await give(owner, other, 'billing');
  await remove(owner, other);
  const lines = await panel.ctx.db
    .select({ action: auditLog.action, userId: auditLog.userId, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.partnerId, partner.id))
    .orderBy(auditLog.at);
  const { email } = other.row;
  assert.deepEqual(
    lines.filter(({ action }) => action.startsWith('staff.')),
    [
      {
        action: 'staff.role',
        userId: owner.row.id,
        detail: { staffId: other.row.id, email, from: 'support', to: 'billing' },
      },
      { action: 'staff.remove', userId: owner.row.id, detail: { staffId: other.row.id, email, role: 'billing' } },
    ],
  );
});
