import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Team } from '@panel/contract';
import { idempotencyKey, registryChange, teamInvitation } from '../../src/db/schema.ts';
import type { Client } from '../../src/testing/index.ts';
import { makeUpload, MovedClock, newKey, openPanel, type ReleasePanel } from '../release/release-support.ts';
import { asTeam, idOf, makeTeam, release, staffOf, textOf } from './team-support.ts';

const HOUR_MS = 3_600_000;

const list = (panel: ReleasePanel, key: Parameters<typeof asTeam>[1]) =>
  asTeam(panel, key, 'GET', '/platform/releases');
const teamsOf = async (staff: Client) => (await staff.get<{ teams: Team[] }>('/platform/teams')).body.teams;
const enroll = (panel: ReleasePanel, code: string, key: Parameters<typeof textOf>[0]) =>
  panel.operator('POST', '/platform/keys', { publicKey: textOf(key) }, code);

test('a revoked key is refused at once, and what it released keeps running', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { key } = await makeTeam(staff, 'Help', ['mf-help']);
  assert.equal((await release(panel, key, t, 'mf-help')).status, 200);
  assert.equal((await asTeam(panel, key, 'POST', '/platform/channels/mf-help', { action: 'promote' })).status, 200);
  assert.equal((await staff.post(`/platform/keys/${idOf(key)}/revoke`)).status, 200);
  const [read, promoted, published] = [
    await list(panel, key),
    await asTeam(panel, key, 'POST', '/platform/channels/mf-help', { action: 'rollback' }),
    await release(panel, key, t, 'mf-help'),
  ];
  for (const answer of [read, promoted, published]) {
    assert.deepEqual([answer.status, answer.body['code']], [403, 'KEY_REFUSED']);
    assert.match(answer.text, /was revoked on .* by superadmin-.*Ask the operator of the panel for an invitation/);
  }
  panel.server.app.releases.forget({ package: 'mf-help', version: 'mf-helpv2' });
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  const again = await staff.post(`/platform/keys/${idOf(key)}/revoke`);
  assert.deepEqual([again.status, again.body['code']], [409, 'TEAM_REFUSED']);
});

test('the operator token does not bring back a revoked key', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { key } = await makeTeam(staff, 'Help', ['mf-help']);
  await staff.post(`/platform/keys/${idOf(key)}/revoke`);
  const answer = await panel.operator('POST', '/platform/releases', makeUpload(t, key, 'mf-help', '2'));
  assert.deepEqual([answer.status, answer.body['code']], [403, 'KEY_REFUSED']);
});

test('a new key replaces the old one, which works for another day', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const staff = await staffOf(panel);
  const { team, key: old } = await makeTeam(staff, 'Help', ['mf-help']);
  const fresh = newKey();
  assert.equal((await staff.post(`/platform/teams/${team.id}/keys`, { publicKey: textOf(fresh) })).status, 200);
  assert.deepEqual([(await list(panel, old)).status, (await list(panel, fresh)).status], [200, 200]);
  assert.deepEqual(
    (await teamsOf(staff))[0]?.keys.map(({ keyId, state }) => [keyId, state]),
    [
      [idOf(fresh), 'active'],
      [idOf(old), 'ending'],
    ],
  );
  clock.offsetMs = 24 * HOUR_MS + 1000;
  const later = (key: typeof old) => asTeam(panel, key, 'GET', '/platform/releases', undefined, clock.now());
  const refused = await later(old);
  assert.deepEqual([refused.status, refused.body['code']], [403, 'KEY_REFUSED']);
  assert.match(refused.text, /was replaced by another key and ended on/);
  assert.equal((await later(fresh)).status, 200);
});

test('the code of an invitation adds one key, once, and not after a day', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const staff = await staffOf(panel);
  const { body } = await staff.post('/platform/teams', { name: 'Help', packages: ['mf-help'] });
  const { id } = body['team'] as Team;
  const invite = async () => String((await staff.post(`/platform/teams/${id}/invitation`)).body['code']);
  const first = await invite();
  const code = await invite();
  const key = newKey();
  assert.deepEqual(
    [(await enroll(panel, first, key)).status, (await enroll(panel, 'invite_x', key)).status],
    [401, 401],
  );
  assert.ok((await teamsOf(staff))[0]?.invitation);
  const enrolled = await enroll(panel, code, key);
  assert.deepEqual(
    [enrolled.status, enrolled.body['team'], enrolled.body['packages'], enrolled.body['keyId']],
    [200, 'Help', ['mf-help'], idOf(key)],
  );
  assert.equal((await enroll(panel, code, newKey())).body['code'], 'TOKEN_WRONG');
  const [team] = await teamsOf(staff);
  assert.deepEqual([team?.invitation, team?.keys.length], [null, 1]);
  assert.equal((await release(panel, key, t, 'mf-help')).status, 200);
  const known = await enroll(panel, await invite(), key);
  assert.deepEqual([known.status, known.body['code']], [409, 'TEAM_REFUSED']);
  const late = await invite();
  clock.offsetMs = 24 * HOUR_MS + 1000;
  assert.equal((await enroll(panel, late, newKey())).body['code'], 'TOKEN_WRONG');
});

test('of two that use one code at the same time, one adds its key', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { team } = await makeTeam(staff, 'Help', ['mf-help']);
  const code = String((await staff.post(`/platform/teams/${team.id}/invitation`)).body['code']);
  const answers = await Promise.all([newKey(), newKey(), newKey()].map((key) => enroll(panel, code, key)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await teamsOf(staff))[0]?.keys.length, 2);
});

test('a code opens nothing else, and is stored as a hash only', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { team } = await makeTeam(staff, 'Help', ['mf-help']);
  const invited = await staff.post(`/platform/teams/${team.id}/invitation`, {}, { 'idempotency-key': 'once' });
  const code = String(invited.body['code']);
  assert.equal((await panel.operator('GET', '/platform/releases', undefined, code)).status, 401);
  const rows = JSON.stringify([
    await panel.server.db.select().from(teamInvitation),
    await panel.server.db.select().from(idempotencyKey),
    await panel.server.db.select().from(registryChange),
  ]);
  assert.ok(!rows.includes(code.slice(10)));
});

test('the list shows what a key was last used for', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { key, team } = await makeTeam(staff, 'Help', ['mf-help']);
  assert.equal(team.keys[0]?.lastUsedAt, null);
  await release(panel, key, t, 'mf-help');
  assert.equal((await teamsOf(staff))[0]?.keys[0]?.lastUse, 'release mf-help mf-helpv2');
  await asTeam(panel, key, 'POST', '/platform/channels/mf-help', { action: 'promote' });
  const [used] = (await teamsOf(staff))[0]?.keys ?? [];
  assert.equal(used?.lastUse, 'promote mf-help');
  assert.ok(used?.lastUsedAt);
});

test('an invited team cannot take a key of RELEASE_KEYS from its owner; staff can add it to a team', async (t) => {
  const owned = newKey();
  const panel = await openPanel(t, { RELEASE_KEYS: `mf-apps=${textOf(owned)}` });
  const staff = await staffOf(panel);
  const { team } = await makeTeam(staff, 'Help', ['mf-help']);
  const code = String((await staff.post(`/platform/teams/${team.id}/invitation`)).body['code']);
  const taken = await enroll(panel, code, owned);
  assert.deepEqual([taken.status, taken.body['code']], [409, 'TEAM_REFUSED']);
  assert.match(taken.text, /is in RELEASE_KEYS of the panel\. Create another one/);
  assert.equal((await release(panel, owned, t, 'mf-apps')).status, 200);
  assert.equal((await enroll(panel, code, newKey())).status, 200, 'the invitation still works');
  assert.equal((await staff.post(`/platform/teams/${team.id}/keys`, { publicKey: textOf(owned) })).status, 200);
  assert.equal((await release(panel, owned, t, 'mf-help')).status, 200);
});
