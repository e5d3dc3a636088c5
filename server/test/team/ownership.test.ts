import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, RegistryChange, ReleaseInfo, Team } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { release as releaseTable } from '../../src/db/schema.ts';
import { makeUpload, newKey, openPanel, TOKEN, traces } from '../release/release-support.ts';
import { asTeam, callToken, hostOf, idOf, makeTeam, refusalsOf, release, staffOf, textOf } from './team-support.ts';

const KEY_REFUSED = [403, 'KEY_REFUSED'];

test('a team releases and promotes its own package with its key alone', async (t) => {
  const panel = await openPanel(t);
  const { key } = await makeTeam(await staffOf(panel), 'Help', ['mf-help']);
  const published = await release(panel, key, t, 'mf-help');
  assert.equal(published.status, 200, published.text);
  const promoted = await asTeam(panel, key, 'POST', '/platform/channels/mf-help', { action: 'promote' });
  assert.equal(promoted.status, 200, promoted.text);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  const { body } = await panel.operator('GET', '/platform/changes');
  const [newest] = (body as unknown as Page<RegistryChange>).pageElements;
  assert.deepEqual([newest?.by, newest?.action], ['team Help', 'promote']);
});

for (const other of ['mf-sites', 'shell', 'mf-new']) {
  test(`a team cannot check, release or promote ${other}, and each attempt is in the audit log`, async (t) => {
    const panel = await openPanel(t);
    const staff = await staffOf(panel);
    const { key, team } = await makeTeam(staff, 'Help', ['mf-help']);
    const before = await traces(panel);
    const { manifest, signature, files } = makeUpload(t, key, other, '2');
    const attempts = [
      await asTeam(panel, key, 'POST', '/platform/releases/check', { manifest, signature }),
      await asTeam(panel, key, 'POST', '/platform/releases/check', { manifest, signature: null }),
      await asTeam(panel, key, 'POST', '/platform/releases', { manifest, signature, files }),
      await asTeam(panel, key, 'POST', `/platform/channels/${other}`, { action: 'promote' }),
      await asTeam(panel, key, 'POST', `/platform/channels/${other}`, { action: 'disable', dryRun: true }),
    ];
    for (const answer of attempts) {
      assert.deepEqual([answer.status, answer.body['code']], KEY_REFUSED, answer.text);
      assert.equal(
        answer.body['message'],
        `The key ${idOf(key)} of the team ${team.name} may release mf-help only: ${other} does not belong to it. The operator of the panel gives packages to teams at /admin/teams.`,
      );
    }
    assert.deepEqual(await traces(panel), before);
    assert.equal((await refusalsOf(panel)).length, attempts.length);
    const { refused } = (await staff.get<{ refused: { reason: string }[] }>('/platform/teams')).body;
    assert.deepEqual(
      refused.map(({ reason }) => reason),
      attempts.map(({ body }) => body['message']),
      'staff see them at /admin/teams',
    );
  });
}

test('with the operator token, too, a key signs only what belongs to it', async (t) => {
  const panel = await openPanel(t);
  const { key } = await makeTeam(await staffOf(panel), 'Help', ['mf-help']);
  const upload = (id: string) => panel.operator('POST', '/platform/releases', makeUpload(t, key, id, '2'));
  assert.equal((await upload('mf-help')).status, 200);
  const shell = await upload('shell');
  assert.deepEqual([shell.status, shell.body['code']], KEY_REFUSED);
});

test('a team sees only its own packages, and cannot clean up', async (t) => {
  const panel = await openPanel(t);
  const { key } = await makeTeam(await staffOf(panel), 'Help', ['mf-help']);
  const { body } = await asTeam(panel, key, 'GET', '/platform/releases');
  const seen = (body as unknown as Page<ReleaseInfo>).pageElements.map((row) => row.package);
  assert.deepEqual(seen, ['mf-help']);
  const { body: runs } = await asTeam(panel, key, 'GET', '/platform/running');
  assert.deepEqual(runs['packages'], ['mf-help']);
  assert.ok((runs['running'] as { package: string }[]).every((row) => row.package === 'mf-help'));
  const { body: changes } = await asTeam(panel, key, 'GET', '/platform/changes?pageSize=100');
  const rows = (changes as unknown as Page<RegistryChange>).pageElements;
  assert.ok(rows.length > 0 && rows.every((row) => row.package === 'mf-help'));
  assert.equal((await asTeam(panel, key, 'GET', '/platform/releases?package=mf-sites')).body['totalCount'], 0);
  assert.equal((await asTeam(panel, key, 'POST', '/platform/releases/clean-up', {})).body['code'], 'TOKEN_WRONG');
  assert.equal((await asTeam(panel, key, 'GET', '/platform/teams')).status, 401);
});

test('a package belongs to one team, and a change of its owner counts at once', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const help = await makeTeam(staff, 'Help', ['mf-help']);
  const taken = await staff.post('/platform/teams', { name: 'Others', packages: ['mf-apps', 'mf-help'] });
  assert.deepEqual([taken.status, taken.body['code']], [409, 'TEAM_REFUSED']);
  assert.match(taken.text, /mf-help belongs to another team\. Take it from that team first\./);
  const { teams } = (await staff.get<{ teams: { name: string }[] }>('/platform/teams')).body;
  assert.deepEqual(
    teams.map(({ name }) => name),
    ['Help'],
    'nothing of the refused team was written',
  );
  const none = await staff.put(`/platform/teams/${help.team.id}`, { name: 'Help', packages: [] });
  assert.equal(none.status, 200, none.text);
  assert.deepEqual((await release(panel, help.key, t, 'mf-help')).status, 403);
  const others = await makeTeam(staff, 'Others', ['mf-help']);
  assert.equal((await release(panel, others.key, t, 'mf-help')).status, 200);
});

test('a token works for the panel that it was signed for, and for minutes', async (t) => {
  const panel = await openPanel(t);
  const { key } = await makeTeam(await staffOf(panel), 'Help', ['mf-help']);
  const host = hostOf(panel);
  const list = (token: string) => panel.operator('GET', '/platform/releases', undefined, token);
  assert.equal((await list(callToken(key, host))).status, 200);
  const ago = (ms: number) => new Date(Date.now() - ms);
  for (const [token, why] of [
    [callToken(key, 'other.example'), /signed for another panel/],
    [callToken(key, host, ago(6 * 60_000)), /Set the clocks/],
    [callToken(key, host, ago(-6 * 60_000)), /Set the clocks/],
    [callToken(key, host, new Date(), 'release'), /cannot be read/],
    [callToken(newKey(), host), /which this panel does not trust/],
    ['call_x', /cannot be read/],
  ] as const) {
    const answer = await list(token);
    assert.deepEqual([answer.status, answer.body['code']], [401, 'TOKEN_WRONG']);
    assert.match(answer.text, why);
  }
});

test('a key of RELEASE_KEYS releases the packages that are written before it, and * means all', async (t) => {
  const [one, all] = [newKey(), newKey()];
  const panel = await openPanel(t, {
    RELEASE_KEYS: `mf-help=${textOf(one)}, mf-apps=${textOf(one)}, *=${textOf(all)}`,
  });
  assert.equal((await release(panel, one, t, 'mf-help')).status, 200);
  assert.equal((await release(panel, one, t, 'mf-apps')).status, 200);
  const refused = await release(panel, one, t, 'mf-sites');
  assert.deepEqual([refused.status, refused.body['code']], KEY_REFUSED);
  assert.match(refused.text, /of RELEASE_KEYS may release mf-help, mf-apps only/);
  assert.equal((await release(panel, all, t, 'shell')).status, 200);
  const { configured } = (await (await staffOf(panel)).get<{ configured: unknown[] }>('/platform/teams')).body;
  assert.deepEqual(configured, [
    { keyId: idOf(one), packages: ['mf-help', 'mf-apps'] },
    { keyId: idOf(all), packages: null },
  ]);
});

test('a key that RELEASE_KEYS names without a package keeps the packages that it has released before', async (t) => {
  const old = newKey();
  const panel = await openPanel(t, { RELEASE_KEYS: textOf(old) });
  const refused = await release(panel, old, t, 'mf-help');
  assert.deepEqual([refused.status, refused.body['code']], KEY_REFUSED);
  assert.match(
    refused.text,
    /may release nothing: mf-help does not belong to it\..*or writes mf-help=KEY into RELEASE_KEYS/,
  );
  // As an installation has it that released mf-help with this key before keys belonged to packages.
  await panel.server.app.db
    .update(releaseTable)
    .set({ keyId: idOf(old) })
    .where(eq(releaseTable.package, 'mf-help'));
  const again = await panel.operator('POST', '/platform/releases', makeUpload(t, old, 'mf-help', '2'), TOKEN);
  assert.equal(again.status, 200, again.text);
  assert.equal((await release(panel, old, t, 'mf-apps')).status, 403);
});

test('of teams that get one name at the same time, one has it; the others get the answer of a taken name', async (t) => {
  const panel = await openPanel(t);
  const staff = await staffOf(panel);
  const { team: first } = await makeTeam(staff, 'First', []);
  const teams = [first];
  for (const name of ['Second', 'Third', 'Fourth']) teams.push((await makeTeam(staff, name, [])).team);
  const rename = ({ id }: Team) => staff.put(`/platform/teams/${id}`, { name: 'Orders', packages: [] });
  const answers = await Promise.all(teams.map(rename));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  const taken = await staff.post('/platform/teams', { name: 'Orders', packages: [] });
  const said = ({ body }: (typeof answers)[number]) => [body['code'], body['message']];
  assert.deepEqual(said(taken), ['TEAM_REFUSED', 'There is a team Orders already.']);
  for (const answer of answers.filter(({ status }) => status === 409)) assert.deepEqual(said(answer), said(taken));
});

test('two members of staff who swap packages or names of two teams at the same time are both refused, and nothing changes', async (t) => {
  const panel = await openPanel(t);
  const [ann, bob] = [await staffOf(panel), await staffOf(panel)];
  const { team: one } = await makeTeam(ann, 'One', ['mf-apps']);
  const { team: two } = await makeTeam(ann, 'Two', ['mf-help']);
  const swap = async (first: object, second: object) => {
    const answers = await Promise.all([
      ann.put(`/platform/teams/${one.id}`, { name: 'One', packages: ['mf-apps'], ...first }),
      bob.put(`/platform/teams/${two.id}`, { name: 'Two', packages: ['mf-help'], ...second }),
    ]);
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body['code']]),
      Array(2).fill([409, 'TEAM_REFUSED']),
      answers.map(({ text }) => text).join(),
    );
  };
  for (let round = 0; round < 5; round++) {
    await swap({ packages: ['mf-help'] }, { packages: ['mf-apps'] });
    await swap({ name: 'Two' }, { name: 'One' });
  }
  const { teams } = (await ann.get<{ teams: Team[] }>('/platform/teams')).body;
  const now = teams.map(({ name, packages }) => [name, packages]);
  assert.deepEqual(now.sort(), [
    ['One', ['mf-apps']],
    ['Two', ['mf-help']],
  ]);
});
