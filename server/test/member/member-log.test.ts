import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import type { AuditLine } from '@panel/contract';
import { auditLog } from '../../src/db/schema.ts';
import { newestTo } from '../account/account-support.ts';
import { addSite } from '../customer/customer-support.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { codes, membersOf, tokenOf } from './member-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());
const { world, join } = membersOf(() => panel);

const logOf = async (browser: Browser) => (await browser.get('/audit/own')).body['pageElements'] as AuditLine[];

test('the log of the account has what a member does to their own sign-in, also when they are gone', async () => {
  const here = await world();
  const { browser, email, id } = await join(here, 'developer');
  assert.deepEqual(
    codes(await browser.write('PUT', '/user/profile', { firstname: 'Rosa', lastname: 'M', phone_number: '' })),
    ['ok'],
  );
  const to = `n${randomUUID().slice(0, 8)}@team.example`;
  assert.equal((await browser.post('/account/email-change', { email: to })).status, 200);
  const tokens = [(await newestTo(panel, email)).tokens[1], (await newestTo(panel, to)).tokens[0]];
  for (const token of tokens) assert.equal((await browser.post('/account/link/use', { token })).status, 200);
  const [line] = await panel.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'email.change'), eq(auditLog.customerId, here.customer.id)));
  assert.equal(line?.userId, id);
  assert.deepEqual(codes(await here.own.write('DELETE', `/account/member/${id}`)), ['ok']);
  const lines = await logOf(here.own);
  for (const [field, name] of [
    ['call', 'user.updateProfile'],
    ['action', 'email.request'],
    ['action', 'email.change'],
  ] as const) {
    const own = lines.find((each) => each[field] === name);
    assert.deepEqual([own?.by, own?.user], ['member', { id, email }], name);
  }
});

test('in the log, a program with a token of a member is told from the member', async () => {
  const here = await world();
  const site = await addSite(panel, here.partner, here.customer);
  const { browser } = await join(here, 'developer');
  const program = panel.browser(here.partner, { authorization: `Bearer ${await tokenOf(browser)}` });
  for (const [who, name] of [
    [browser, 'by-person'],
    [program, 'by-program'],
  ] as const)
    assert.deepEqual(codes(await who.write('PUT', `/site/id/${site.id}`, { name })), ['ok']);
  const renamed = (lines: AuditLine[]) => lines.flatMap(({ call, by }) => (call === 'site.update' ? [by] : []));
  assert.deepEqual(renamed(await logOf(here.own)), ['token', 'member']);
  for (const by of ['token', 'member'] as const) {
    const { body } = await here.own.get(`/audit/own?by=${by}`);
    assert.deepEqual(renamed(body['pageElements'] as AuditLine[]), [by]);
  }
});
