import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel, ChannelEffect, Page, RegistryChange } from '@panel/contract';
import { registryRevision } from '../../src/db/schema.ts';
import { billing, OFFERS, openPanel, type ReleasePanel } from './release-support.ts';

const V = (mark: string) => `mf-helpv${mark}`;
const ask = (panel: ReleasePanel, name: string, body: Record<string, unknown>) =>
  panel.operator('POST', `/platform/channels/${name}`, body);
const changes = async (panel: ReleasePanel) =>
  (await panel.operator('GET', '/platform/changes?pageSize=1')).body as unknown as Page<RegistryChange>;
const revision = async ({ server }: ReleasePanel) => (await server.db.select().from(registryRevision))[0]?.revision;
const policyOf = async (panel: ReleasePanel, partner: string) =>
  ((await panel.operator('GET', '/platform/running?package=mf-help')).body['channels'] as Channel[]).find(
    (each) => each.partner === partner,
  );

test('a partner with its own policy follows all partners again, in the next page view and in the log', async (t) => {
  const panel = await openPanel(t);
  const { domain } = panel.other;
  // A new browser: another could be one of the ten percent.
  const there = () => panel.server.anonymous(panel.other);
  await panel.publish('mf-help', '2');
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote', { version: V('2'), partner: domain });
  await panel.change('mf-help', 'canary', { version: V('3'), percent: 10, partner: domain });
  await panel.change('mf-help', 'promote', { version: V('3') });
  assert.equal(await panel.version('mf-help', there()), V('2'), 'its own line passes the promotion by');
  assert.equal((await policyOf(panel, domain))?.follows, false);

  const told = await panel.change('mf-help', 'follow', { partner: domain, dryRun: true });
  const effect: ChannelEffect = {
    partner: domain,
    from: { version: V('2'), by: 'stable', canary: { version: V('3'), percent: 10 } },
    to: { version: V('3'), by: 'stable', canary: null },
  };
  assert.deepEqual(told.body['effects'], [effect]);
  assert.equal(await panel.version('mf-help', there()), V('2'), 'a dry run leaves everything');

  const done = await panel.change('mf-help', 'follow', { partner: domain, base: told.body['base'] });
  assert.equal(
    done.body['detail'],
    `mf-help: own policy was stable ${V('2')}, canary ${V('3')} for 10 %, it follows all partners now, for ${domain}.`,
  );
  assert.equal((done.body['channel'] as Channel).follows, true);
  assert.equal(await panel.version('mf-help', there()), V('3'));
  assert.equal(await policyOf(panel, domain), undefined);
  const [newest] = (await changes(panel)).pageElements;
  assert.deepEqual([newest?.action, newest?.partner, newest?.by], ['follow', domain, 'operator token']);
  await panel.change('mf-help', 'rollback');
  assert.equal(await panel.version('mf-help', there()), V('1'), 'it has the version of all others from now on');
});

test('a version held back for a partner stays held back when it follows; without another version it cannot follow', async (t) => {
  const panel = await openPanel(t);
  const at = { partner: panel.other.domain };
  await panel.publish('mf-help', '2');
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote', { version: V('3'), ...at });
  await panel.change('mf-help', 'promote', { version: V('2') });
  await panel.change('mf-help', 'block', { version: V('2'), ...at });
  const { effects } = (await panel.change('mf-help', 'follow', { ...at, dryRun: true })).body as unknown as {
    effects: ChannelEffect[];
  };
  assert.deepEqual(effects[0]?.to, { version: V('1'), by: 'fallback', canary: null });
  await panel.change('mf-help', 'block', { version: V('1'), ...at });
  const refused = await ask(panel, 'mf-help', { action: 'follow', ...at });
  assert.equal(
    refused.body['message'],
    'Nothing of mf-help would run: every stable version of all partners is held back here. Allow one again first.',
  );
  await panel.change('mf-help', 'unblock', { version: V('2'), ...at });
  await panel.change('mf-help', 'follow', at);
  assert.deepEqual(
    [
      (await policyOf(panel, at.partner))?.follows,
      (await policyOf(panel, at.partner))?.blocked.map(({ version }) => version),
    ],
    [true, [V('1')]],
  );
});

test('following requires a fit with that partner’s live shell', async (t) => {
  const panel = await openPanel(t);
  const at = { partner: panel.other.domain };
  await panel.publish('shell', '2', (release) => ({ ...release, offers: { ...OFFERS, contract: '1.5.0' } }));
  await panel.change('shell', 'pin', { version: 'shellv1', ...at });
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote', { version: V('2'), ...at });
  await panel.change('shell', 'promote');
  const needy = await panel.publish('mf-help', '3', (release) => ({
    ...release,
    needs: { ...release.needs, contract: '1.5.0' },
  }));
  assert.match(needy.text, /does not fit shell shellv1/, 'publishing asks for every live shell');
  await panel.change('shell', 'follow', at);
  await panel.publish('mf-help', '3', (release) => ({ ...release, needs: { ...release.needs, contract: '1.5.0' } }));
  await panel.change('shell', 'pin', { version: 'shellv1', ...at });
  assert.equal(
    (await ask(panel, 'mf-help', { action: 'promote', version: V('3') })).status,
    200,
    'what has stable versions of its own is passed by',
  );
  const refused = await ask(panel, 'mf-help', { action: 'follow', ...at });
  assert.deepEqual([refused.status, refused.body['code']], [422, 'RELEASE_REFUSED']);
  assert.match(
    String(refused.body['message']),
    /mf-help mf-helpv3 does not fit shell shellv1 of .*contract 1\.3\.0 is offered, \^1\.5\.0 is needed/,
  );
  await panel.change('shell', 'follow', at);
  assert.equal((await ask(panel, 'mf-help', { action: 'follow', ...at })).status, 200);
});

test('a change without an effect is rejected with one line: no log entry, no new revision', async (t) => {
  const panel = await openPanel(t);
  const { domain } = panel.other;
  await panel.publish('mf-help', '2');
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote', { version: V('2') });
  await panel.change('mf-help', 'canary', { version: V('3'), percent: 10 });
  await panel.change('mf-help', 'pin', { version: V('1'), partner: domain });
  await panel.change('mf-help', 'block', { version: V('1') });
  await panel.change('mf-apps', 'disable');
  const before = [await revision(panel), (await changes(panel)).totalCount];
  const all = 'for all partners already.';
  const asked: [string, Record<string, unknown>, string][] = [
    ['mf-help', { action: 'promote', version: V('2') }, `mf-help ${V('2')} is stable ${all}`],
    [
      'mf-help',
      { action: 'promote', version: V('2'), partner: domain },
      `mf-help ${V('2')} is stable for ${domain} already.`,
    ],
    ['mf-help', { action: 'canary', version: V('3'), percent: 10 }, `mf-help ${V('3')} is the canary of 10 % ${all}`],
    ['mf-help', { action: 'canary', version: V('2'), percent: 10 }, `mf-help ${V('2')} is stable ${all}`],
    ['mf-sites', { action: 'canary', percent: 0 }, 'mf-sites has no canary for all partners.'],
    [
      'mf-help',
      { action: 'pin', version: V('1'), partner: domain },
      `mf-help is pinned to ${V('1')} for ${domain} already.`,
    ],
    ['mf-apps', { action: 'disable' }, `mf-apps is switched off ${all}`],
    ['mf-apps', { action: 'disable', partner: domain }, `mf-apps is switched off for ${domain} already.`],
    ['mf-help', { action: 'enable' }, `mf-help is on ${all}`],
    ['mf-help', { action: 'block', version: V('1') }, `mf-help ${V('1')} is already held back here.`],
    [
      'mf-help',
      { action: 'block', version: V('1'), partner: domain },
      `mf-help ${V('1')} is already held back for all partners.`,
    ],
    ['mf-sites', { action: 'follow', partner: domain }, `${domain} follows all partners with mf-sites already.`],
    [
      'mf-help',
      { action: 'follow' },
      'Name the partner that is to follow all partners with mf-help: all partners have no other policy to follow.',
    ],
  ];
  for (const [name, body, words] of asked) {
    for (const dryRun of [true, false]) {
      const answer = await ask(panel, name, { ...body, dryRun });
      assert.deepEqual([answer.status, answer.body['code'], answer.body['message']], [422, 'RELEASE_REFUSED', words]);
    }
  }
  assert.deepEqual([await revision(panel), (await changes(panel)).totalCount], before);
});

test('a partner that runs an exclusive package cannot follow, and an empty policy counts as none', async (t) => {
  const panel = await openPanel(t);
  const at = { partner: panel.other.domain };
  await panel.publish('mf-billing', '1', billing());
  await panel.change('mf-billing', 'promote', at);
  const refused = await ask(panel, 'mf-billing', { action: 'follow', ...at });
  assert.equal(refused.body['message'], 'Nothing to follow: no release of mf-billing is stable for all partners.');
  await panel.change('mf-help', 'pin', { version: V('1'), ...at });
  await panel.change('mf-help', 'unpin', at);
  assert.equal((await policyOf(panel, at.partner))?.follows, true);
  assert.match(
    String((await ask(panel, 'mf-help', { action: 'follow', ...at })).body['message']),
    /follows all partners with mf-help already/,
  );
});
