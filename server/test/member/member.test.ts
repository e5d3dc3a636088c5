import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ApiToken, App, AppProject, AuditLine, Member, MemberRole } from '@panel/contract';
import type { PanelContext } from '../../src/context/env.ts';
import { apiToken, app, appProject, siteAccess, task, user, workload } from '../../src/db/schema.ts';
import { gitCaller } from '../../src/modules/app-push/git-caller.ts';
import { newestTo } from '../account/account-support.ts';
import { addSite, linkTokenTo } from '../customer/customer-support.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { codes, invite, membersOf, tokenOf, type World } from './member-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());
const { world, join } = membersOf(() => panel);

const give = (
  browser: Browser,
  id: string,
  body: {
    role: MemberRole;
    workload_ids?: string[];
    expected?: { role?: MemberRole; workload_ids?: string[] | null };
  },
) => browser.write('PUT', `/account/member/${id}`, { workload_ids: null, ...body });
const listed = async (browser: Browser) => (await browser.get('/account/member')).body['pageElements'] as Member[];

test('a member is invited, signs in, works in the account, and the log names them', async () => {
  const here = await world();
  const site = await addSite(panel, here.partner, here.customer);
  const { browser, email, id } = await join(here, 'developer');
  const profile = (await browser.get('/user/profile')).body;
  assert.deepEqual([profile['email'], profile['role']], [email, 'customer']);
  assert.deepEqual(profile['member'], { role: 'developer', all_workloads: true, account: 'Casey' });
  assert.deepEqual(
    codes(
      await browser.write('PUT', `/site/id/${site.id}`, { name: 'renamed' }),
      await browser.get('/stripe/invoices'),
      await browser.get('/account/member'),
      await browser.get('/audit/own'),
    ),
    ['ok', 'MEMBER_ROLE', 'MEMBER_ROLE', 'MEMBER_ROLE'],
  );
  const lines = (await here.own.get('/audit/own')).body['pageElements'] as AuditLine[];
  const line = lines.find(({ call }) => call === 'site.update');
  assert.deepEqual([line?.by, line?.user?.email, line?.actor], ['member', email, null]);
  const [row] = await listed(here.own);
  assert.deepEqual([row?.id, row?.invited, row?.workloads, row?.is_self], [id, false, null, false]);
  assert.deepEqual(codes(await here.own.post(`/account/member/${id}/invitation`, {})), ['MEMBER_ACCEPTED']);
  // To staff they are no customer.
  const staff = await panel.entered(here.partner, await panel.addUser(here.partner, 'admin'));
  const customers = (await staff.get('/customer')).body['pageElements'] as { id: string }[];
  assert.deepEqual(
    customers.map((each) => each.id),
    [here.customer.id],
  );
  assert.deepEqual(codes(await staff.post(`/customer/${id}/suspend`, {})), ['NOT_FOUND']);
});

test('who has a sign-in here already, oneself and the same address twice are refused, and nothing is written', async () => {
  const here = await world();
  const other = await panel.addUser(here.partner, 'customer');
  const superadmin = await panel.addUser(null, 'superadmin');
  const far = await world();
  const strange = await addSite(panel, far.partner, far.customer);
  const { browser, email } = await join(here, 'owner');
  assert.deepEqual(
    codes(
      await invite(here.own, other.email, 'developer'),
      await invite(here.own, superadmin.email, 'developer'),
      await invite(here.own, here.customer.email, 'developer'),
      await invite(here.own, email, 'billing'),
      await invite(browser, email, 'billing'),
      await invite(browser, here.customer.email, 'billing'),
      await invite(here.own, 'new@team.example', 'developer', [strange.id]),
      await invite(here.own, 'new@team.example', 'billing', [strange.id]),
      await invite(here.own, 'new@team.example', 'developer', []),
    ),
    [
      'EMAIL_TAKEN',
      'EMAIL_TAKEN',
      'MEMBER_SELF',
      'MEMBER_EXISTS',
      'MEMBER_SELF',
      'EMAIL_TAKEN',
      'NOT_FOUND',
      'VALIDATION',
      'VALIDATION',
    ],
  );
  assert.equal((await listed(here.own)).length, 1);
});

test('nobody changes themselves, a role counts from the next call, and of two changes the second sees the first', async () => {
  const here = await world();
  const [owner, dev] = [await join(here, 'owner'), await join(here, 'developer')];
  assert.deepEqual(
    codes(
      await give(owner.browser, owner.id, { role: 'developer' }),
      await owner.browser.write('DELETE', `/account/member/${owner.id}`),
      await give(owner.browser, dev.id, { role: 'read_only', expected: { role: 'developer' } }),
      await give(here.own, dev.id, { role: 'billing', expected: { role: 'developer' } }),
    ),
    ['MEMBER_SELF', 'MEMBER_SELF', 'ok', 'CONFLICT'],
  );
  const refused = await dev.browser.write('DELETE', '/api-token', {});
  assert.match(
    String(refused.body['message']),
    /^Your role in this account is Read-only\. This can be done by: Owner, Developer\./,
  );
  assert.deepEqual(codes(await give(here.own, owner.id, { role: 'billing' })), ['ok']);
  assert.deepEqual(codes(await give(owner.browser, dev.id, { role: 'owner' })), ['MEMBER_ROLE']);
  // Only the customer ends the account, also of members who are owners.
  await give(here.own, owner.id, { role: 'owner' });
  const { body } = await owner.browser.post('/account/deletion', {});
  assert.equal(body['message'], 'Your role in this account is Owner. This can be done by: the customer.');
});

test('of two changes of a member’s sites the second sees the first', async () => {
  const here = await world();
  const [a, b, c] = await Promise.all([1, 2, 3].map(() => addSite(panel, here.partner, here.customer)));
  assert.ok(a && b && c);
  const { id } = await join(here, 'developer', [a.id, b.id]);
  const change = (ids: string[], opened: string[] | null) =>
    give(here.own, id, { role: 'developer', workload_ids: ids, expected: { role: 'developer', workload_ids: opened } });
  // The order in which they were chosen is none of their values.
  assert.deepEqual(codes(await change([c.id], [a.id, b.id]), await change([c.id], [b.id, a.id])), ['ok', 'CONFLICT']);
  const refused = await change([a.id], null);
  assert.deepEqual(
    [refused.body['code'], refused.body['current']],
    ['CONFLICT', { role: 'developer', workload_ids: [c.id] }],
  );
  assert.deepEqual(
    (await listed(here.own))[0]?.workloads?.map((each) => each.id),
    [c.id],
  );
});

test('a limited member has the chosen sites everywhere, and nothing of the others', async () => {
  const here = await world();
  const [a, b] = [await addSite(panel, here.partner, here.customer), await addSite(panel, here.partner, here.customer)];
  const owned = {
    partnerId: here.partner.id,
    customerId: here.customer.id,
    status: 'succeeded',
    endedAt: new Date(),
  } as const;
  const tasks = await panel.ctx.db
    .insert(task)
    .values(
      [a, b].map(({ id, fqdn }) => ({ ...owned, kind: 'site.create', resource: 'site', resourceId: id, title: fqdn })),
    )
    .returning();
  const { browser, id } = await join(here, 'developer', [a.id]);
  const sites = (await browser.get('/site')).body;
  assert.deepEqual(
    [sites['totalCount'], (sites['pageElements'] as { fqdn: string }[]).map(({ fqdn }) => fqdn)],
    [1, [a.fqdn]],
  );
  assert.deepEqual((await browser.get(`/site/filter?keyword=${b.fqdn.slice(0, 8)}`)).body['totalCount'], 0);
  assert.equal((await browser.get('/site/summary')).body['siteCount'], 1);
  assert.equal((await browser.get('/plugin/installed')).body['totalCount'], 0);
  assert.deepEqual(
    codes(
      await browser.get(`/site/id/${a.id}`),
      await browser.get(`/site/id/${b.id}`),
      await browser.write('PUT', `/site/id/${b.id}`, { name: 'mine' }),
      await browser.get(`/task/${tasks[0]?.id}`),
      await browser.get(`/task/${tasks[1]?.id}`),
      await browser.post('/site', { name: 'newone' }),
    ),
    ['ok', 'NOT_FOUND', 'NOT_FOUND', 'ok', 'NOT_FOUND', 'MEMBER_LIMITED'],
  );
  assert.deepEqual(
    ((await browser.get('/plan/usage')).body as unknown as { subject_id: string | null }[]).filter(
      (one) => one.subject_id !== a.id,
    ),
    [],
  );
  // What is moved away is lost, also when it comes back.
  const other = await panel.addUser(here.partner, 'customer', { planType: 'BUSINESS' });
  const staff = await panel.entered(here.partner, await panel.addUser(here.partner, 'admin'));
  for (const customer_id of [other.id, here.customer.id])
    assert.deepEqual(codes(await staff.write('PUT', `/site/${a.id}/customer`, { customer_id })), ['ok']);
  assert.deepEqual(codes(await browser.get(`/site/id/${a.id}`)), ['NOT_FOUND']);
  assert.deepEqual(
    (await listed(here.own)).map((each) => each.workloads),
    [[]],
  );
  assert.deepEqual(codes(await give(here.own, id, { role: 'developer', workload_ids: [b.id] })), ['ok']);
  await panel.ctx.db.delete(workload).where(eq(workload.id, b.id));
  assert.equal((await browser.get('/site')).body['totalCount'], 0);
});

test('a token of a member has the limits of the member, and everything ends when they are removed', async () => {
  const here = await world();
  const [a, b] = [await addSite(panel, here.partner, here.customer), await addSite(panel, here.partner, here.customer)];
  const { browser, id, email } = await join(here, 'developer', [a.id]);
  const program = panel.browser(here.partner, { authorization: `Bearer ${await tokenOf(browser)}` });
  await tokenOf(here.own);
  assert.equal((await browser.get('/api-token')).body['totalCount'], 1);
  const tokens = (await here.own.get('/api-token')).body['pageElements'] as ApiToken[];
  assert.deepEqual(tokens.map(({ made_by }) => made_by).filter(Boolean), [email]);
  const [mine] = (await browser.get('/api-token')).body['pageElements'] as ApiToken[];
  assert.equal(mine?.made_by, null);
  assert.deepEqual(codes(await program.get(`/site/id/${a.id}`), await program.get(`/site/id/${b.id}`)), [
    'ok',
    'NOT_FOUND',
  ]);
  await panel.ctx.db.insert(siteAccess).values({
    ...{ workloadId: a.id, userId: id, kind: 'sftp', userName: `u${randomUUID().slice(0, 8)}`, passwordHash: 'x' },
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const openOnes = () =>
    panel.ctx.db.$count(siteAccess, and(eq(siteAccess.workloadId, a.id), isNull(siteAccess.endedAt)));
  assert.equal(await openOnes(), 1);
  assert.deepEqual(codes(await here.own.write('DELETE', `/account/member/${id}`)), ['ok']);
  assert.equal(await openOnes(), 0);
  assert.deepEqual(codes(await browser.get('/site'), await program.get('/site')), [
    'UNAUTHENTICATED',
    'API_TOKEN_INVALID',
  ]);
});

test('members of a suspended customer are out, and of a deleted one gone', async () => {
  const here = await world();
  const { browser, email, id } = await join(here, 'billing');
  assert.deepEqual(codes(await browser.get('/stripe/licenses/user')), ['ok']);
  await panel.ctx.db.update(user).set({ suspendedAt: new Date() }).where(eq(user.id, here.customer.id));
  assert.deepEqual(
    codes(
      await browser.get('/user/profile'),
      await panel.browser(here.partner).post('/login', { email, password: PASSWORD }),
    ),
    ['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED'],
  );
  await panel.ctx.db.delete(user).where(eq(user.id, here.customer.id));
  assert.equal(await panel.ctx.db.$count(user, eq(user.id, id)), 0);
});

/** A front end and a back end of one application. */
async function fullStack({ partner, customer }: World) {
  const { db } = panel.ctx;
  const owner = { partnerId: partner.id, customerId: customer.id };
  const [project] = await db
    .insert(appProject)
    .values({ ...owner, name: 'shop' })
    .returning();
  assert.ok(project);
  const partOf = async (part: 'frontend' | 'backend') => {
    const row = await addSite(panel, partner, customer, { kind: 'node', type: sql`'node'` as never });
    await db.insert(app).values({ id: row.id, type: 'fullstack', part, projectId: project.id });
    return row;
  };
  return { front: await partOf('frontend'), back: await partOf('backend') };
}

test('a member who is limited to the front end of an application sees nothing of its back end', async () => {
  const here = await world();
  const { front, back } = await fullStack(here);
  const { browser } = await join(here, 'developer', [front.id]);
  const seen = async (who: Browser) => {
    const { body, text } = await who.get(`/nucal/${front.id}`);
    const projects = await who.get('/nucal/user/projects');
    const [project] = projects.body['pageElements'] as AppProject[];
    const lists = [text, projects.text, (await who.get('/nucal/user/apps')).text];
    return {
      hasBuildTime: (await who.get('/nucal/dashboard')).body['build_seconds'] !== null,
      other: (body as unknown as App).other_part?.id ?? null,
      parts: project?.apps.map(({ id }) => id).sort(),
      isNamed: lists.some((list) => list.includes(back.fqdn)),
    };
  };
  assert.deepEqual(await seen(here.own), {
    ...{ hasBuildTime: true, other: back.id, isNamed: true },
    parts: [front.id, back.id].sort(),
  });
  assert.deepEqual(await seen(browser), { hasBuildTime: false, other: null, parts: [front.id], isNamed: false });
});

test('a limited member publishes no repository with the GitHub connection of the account', async () => {
  const here = await world();
  const site = await addSite(panel, here.partner, here.customer, { status: 'created' });
  const body = { site_id: site.id, type: 'github', github_repository: 'team/other', github_branch: 'main' };
  const publish = async (ids: string[] | null) =>
    (await join(here, 'developer', ids)).browser.post('/site/finalize', body);
  assert.deepEqual(codes(await publish([site.id]), await publish(null)), ['MEMBER_LIMITED', 'GITHUB_NOT_CONNECTED']);
});

test('a member may name themselves or the account in a request, and nobody else', async () => {
  const here = await world();
  const { browser, id } = await join(here, 'developer');
  const named = (user_id: string) =>
    browser.post('/site', { fqdn: `n${randomUUID().slice(0, 8)}.${here.partner.sitesDomain}`, user_id });
  const [self, account, other] = codes(await named(id), await named(here.customer.id), await named(randomUUID()));
  assert.deepEqual([self === account, self === 'TENANT_MISMATCH', other], [true, false, 'TENANT_MISMATCH']);
});

test('over Git, a token of a member opens what the member may change, and the log names them', async () => {
  const here = await world();
  const { front, back } = await fullStack(here);
  const { browser, id } = await join(here, 'developer', [front.id]);
  const password = await tokenOf(browser, ['applications:write']);
  let facts: PanelContext['var']['facts'] | undefined;
  const asked = async (appId: string, writes: boolean) => {
    const variables = new Map<string, unknown>([
      ['partner', here.partner],
      ['facts', { ip: '192.0.2.7' }],
    ]);
    const c = {
      get: (name: string) => variables.get(name),
      set: (name: string, value: unknown) => variables.set(name, value),
    } as unknown as PanelContext;
    try {
      const given = await gitCaller(c, panel.ctx, { id: appId, password, writes });
      facts = c.get('facts');
      return given?.workload.id;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  assert.deepEqual(
    [await asked(front.id, true), facts?.member?.id, await asked(back.id, true), await asked(back.id, false)],
    [front.id, id, 'NOT_FOUND', 'NOT_FOUND'],
  );
  await give(here.own, id, { role: 'read_only', workload_ids: [front.id] });
  assert.deepEqual([await asked(front.id, true), await asked(front.id, false)], ['MEMBER_ROLE', 'MEMBER_ROLE']);
});

test('who was invited and signs up, or has forgotten the password, gets the invitation again', async () => {
  const { partner, own } = await world();
  const email = `m${randomUUID().slice(0, 8)}@team.example`;
  await invite(own, email, 'billing');
  const subject = /^You were invited to an account/;
  for (const path of ['/signup', '/forget-password']) {
    const { subject: first } = await newestTo(panel, email);
    assert.match(first, subject);
    const before = await linkTokenTo(panel, email);
    await panel.browser(partner).post(path, { email });
    assert.notEqual(await linkTokenTo(panel, email), before);
    assert.match((await newestTo(panel, email)).subject, subject, path);
  }
  const browser = panel.browser(partner);
  const set = await browser.post('/set-password', { token: await linkTokenTo(panel, email), password: PASSWORD });
  assert.equal(set.body['redirectUrl'], '/my-account/billing', 'a page that they may see');
});

test('the tokens of members are counted for each, and the owner of the account has room for their own', async () => {
  const here = await world();
  const { browser, id } = await join(here, 'owner');
  const made = { partnerId: here.partner.id, customerId: here.customer.id, memberId: id, name: 'CI', scopes: [] };
  await panel.ctx.db
    .insert(apiToken)
    .values(Array.from({ length: 50 }, () => ({ ...made, prefix: 'p', tokenHash: randomUUID() })));
  const body = { name: 'CI', scopes: ['sites:write'], expires_in_days: 7, password: PASSWORD };
  assert.deepEqual(codes(await browser.post('/api-token', body), await here.own.post('/api-token', body)), [
    'API_TOKEN_LIMIT',
    'ok',
  ]);
});
