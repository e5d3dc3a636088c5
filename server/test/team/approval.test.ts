import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Approval } from '@panel/contract';
import { notification } from '../../src/db/schema.ts';
import type { Client } from '../../src/testing/index.ts';
import { openPanel } from '../release/release-support.ts';
import { asTeam, makeTeam, release, staffOf } from './team-support.ts';

const CHANNEL = '/platform/channels/mf-help';

/** A panel where mf-help asks for two persons and has a version to promote, with two members of staff. */
async function openWithTwo(t: TestContext) {
  const panel = await openPanel(t);
  const [ann, bob] = [await staffOf(panel), await staffOf(panel)];
  const asked = await ann.put('/platform/packages/mf-help/approval', { twoPersons: true });
  assert.equal(asked.status, 200, asked.text);
  await panel.publish('mf-help', '2');
  return { panel, ann, bob, before: await panel.version('mf-help') };
}

const waitingOf = async (staff: Client) =>
  (await staff.get<{ waiting: Approval[] }>('/platform/approvals')).body.waiting;
const decide = (staff: Client, { id }: Approval, decision = 'approve') =>
  staff.post(`/platform/approvals/${id}`, { decision });
const one = async (staff: Client): Promise<Approval> => {
  const [first, ...more] = await waitingOf(staff);
  assert.ok(first && more.length === 0);
  return first;
};
const promote = (staff: Client, more: object = {}) => staff.post(CHANNEL, { action: 'promote', ...more });

test('a promotion waits until a second person approves it; the same person cannot approve twice', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  assert.equal((await promote(ann, { dryRun: true })).body['waits'], true);
  assert.deepEqual(await waitingOf(ann), [], 'a preview requests nothing');
  const asked = await promote(ann);
  assert.deepEqual([asked.status, asked.body['waits']], [200, true]);
  assert.match(
    String(asked.body['detail']),
    /wants to promote mf-help mf-helpv2 for all partners; a second person has to/,
  );
  assert.equal(await panel.version('mf-help'), before);

  const again = await decide(ann, await one(ann));
  assert.deepEqual([again.status, again.body['code']], [409, 'APPROVAL_REFUSED']);
  assert.match(again.text, /Another person has to approve it, too/);
  assert.equal(await panel.version('mf-help'), before);
  assert.deepEqual([(await one(ann)).isMine, (await one(bob)).isMine], [true, false]);

  const approved = await decide(bob, await one(bob));
  assert.equal(approved.status, 200, approved.text);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  assert.deepEqual(await waitingOf(bob), []);
  const running = await panel.running('mf-help', panel.partner);
  assert.match(running.changedBy, /^superadmin-\S+ and superadmin-\S+$/);
});

test('pins and canaries wait as well; a rollback, a hold-back and the end of a canary do not', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  for (const change of [
    { action: 'pin', version: 'mf-helpv2' },
    { action: 'canary', version: 'mf-helpv2', percent: 100 },
    { action: 'promote', version: 'mf-helpv2', partner: panel.partner.domain },
  ])
    assert.equal((await ann.post(CHANNEL, change)).body['waits'], true, change.action);
  assert.equal(await panel.version('mf-help'), before);
  for (const approval of await waitingOf(bob)) assert.equal((await decide(bob, approval)).status, 200);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  for (const change of [
    { action: 'unpin' },
    { action: 'canary', percent: 0 },
    { action: 'follow', partner: panel.partner.domain },
  ])
    assert.equal((await ann.post(CHANNEL, change)).body['waits'], false, change.action);
  assert.equal(await panel.version('mf-help'), before);
});

test('the operator token is no person: what it requests needs two', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  const asked = await panel.operator('POST', CHANNEL, { action: 'promote' });
  assert.match(String(asked.body['detail']), /operator token wants to .*; two persons have to approve it/);
  const first = await decide(ann, await one(ann));
  assert.match(String(first.body['message']), /Another person has to approve it, too/);
  assert.equal(await panel.version('mf-help'), before);
  assert.equal((await decide(ann, await one(ann))).status, 409);
  assert.equal((await decide(bob, await one(bob))).status, 200);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('a team requests, and one person of the staff approves; the team itself cannot', async (t) => {
  const { panel, ann } = await openWithTwo(t);
  const { key } = await makeTeam(ann, 'Help', ['mf-help']);
  await release(panel, key, t, 'mf-help');
  assert.equal((await asTeam(panel, key, 'POST', CHANNEL, { action: 'promote' })).body['waits'], true);
  const approval = await one(ann);
  assert.equal(approval.requestedBy, 'team Help');
  const own = await asTeam(panel, key, 'POST', `/platform/approvals/${approval.id}`, { decision: 'approve' });
  assert.equal(own.status, 401);
  assert.equal(
    (await panel.operator('POST', `/platform/approvals/${approval.id}`, { decision: 'approve' })).status,
    401,
  );
  assert.equal((await decide(ann, approval)).status, 200);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('a request that is repeated waits once: the answer is that of the first one', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  const first = await promote(ann);
  for (const again of [
    await promote(ann),
    await promote(bob),
    await panel.operator('POST', CHANNEL, { action: 'promote' }),
  ])
    assert.deepEqual([again.status, again.body['waits'], again.body['detail']], [200, true, first.body['detail']]);
  assert.deepEqual([(await one(bob)).approvers.length, await panel.version('mf-help')], [1, before]);
  const notices = (await panel.server.db.select().from(notification)).filter(({ type }) => type === 'approval_needed');
  assert.equal(notices.length, 2, 'one for each operator');
});

test('of the same request made at the same time, one waits', async (t) => {
  const { ann, bob } = await openWithTwo(t);
  const answers = await Promise.all([ann, bob, ann, bob].map((staff) => promote(staff)));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body['waits']]),
    Array(4).fill([200, true]),
    answers.map(({ text }) => text).join(),
  );
  await one(ann);
});

test('a rejected request applies nothing and can be made again', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  await promote(ann);
  const approval = await one(bob);
  assert.equal((await decide(bob, approval, 'reject')).status, 200);
  assert.equal((await decide(bob, approval)).body['code'], 'APPROVAL_REFUSED');
  assert.equal(await panel.version('mf-help'), before);
  assert.equal((await promote(bob)).status, 200);
});

test('a change that no longer fits is refused at its second approval, and waits again', async (t) => {
  const { panel, ann, bob, before } = await openWithTwo(t);
  await promote(ann);
  await panel.server.app.releases.store.remove({ package: 'mf-help', version: 'mf-helpv2' });
  await panel.server.app.releases.look({ package: 'mf-help', version: 'mf-helpv2' });
  const refused = await decide(bob, await one(bob));
  assert.deepEqual([refused.status, refused.body['code']], [422, 'RELEASE_REFUSED']);
  assert.equal((await one(bob)).approvers.length, 1);
  assert.equal(await panel.version('mf-help'), before);
});

test('of two second approvals at the same time one applies the change', async (t) => {
  const { panel, ann, bob } = await openWithTwo(t);
  const eve = await staffOf(panel);
  await promote(ann);
  const approval = await one(ann);
  const answers = await Promise.all([decide(bob, approval), decide(eve, approval)]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join());
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('to ask for two persons takes one; to end that takes two', async (t) => {
  const { panel, ann, bob } = await openWithTwo(t);
  const rule = (staff: Client, twoPersons: boolean) => staff.put('/platform/packages/mf-help/approval', { twoPersons });
  assert.equal((await rule(ann, true)).body['code'], 'APPROVAL_REFUSED');
  assert.match(String((await rule(ann, false)).body['message']), /a second person has to approve it/);
  assert.equal((await promote(ann)).body['waits'], true);
  const off = (await waitingOf(bob)).find(({ action }) => action === 'one-person');
  assert.equal((await decide(bob, off as Approval)).status, 200);
  const { packages } = (await bob.get<{ packages: string[] }>('/platform/approvals')).body;
  assert.deepEqual(packages, []);
  assert.equal((await promote(ann)).body['waits'], false);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('every operator gets a notification of a request, with a link to it', async (t) => {
  const { panel, ann } = await openWithTwo(t);
  await promote(ann);
  const rows = (await panel.server.db.select().from(notification)).filter(({ type }) => type === 'approval_needed');
  assert.equal(rows.length, 2);
  assert.ok(rows.every(({ link }) => link === '/admin/releases?view=approvals'));
});
