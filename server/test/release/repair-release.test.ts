import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  anotherProcess,
  makeUpload,
  MovedClock,
  newKey,
  openPanel,
  rawPublicKey,
  signText,
  type ReleasePanel,
} from './release-support.ts';

const V2 = 'mf-helpv2';
const LATER = { createdAt: new Date(Date.now() + 1000).toISOString(), commit: 'd'.repeat(40) };
const placeOf = ({ server }: ReleasePanel, file = '', version = V2) =>
  path.join(server.dataDir, 'releases', 'mf-help', version, file);
const flip = (file: string) =>
  writeFileSync(
    file,
    readFileSync(file).map((byte, index) => (index === 3 ? byte ^ 1 : byte)),
  );
const look = (panel: ReleasePanel) =>
  panel.server.anonymous(panel.partner).get(`/remotes/mf-help/${V2}/look.css`, { accept: '*/*' });
const lastChange = async (panel: ReleasePanel) =>
  (
    (await panel.operator('GET', '/platform/changes?pageSize=1')).body['pageElements'] as {
      id: string;
      detail: string;
    }[]
  )[0];

const damages: [string, (panel: ReleasePanel) => void][] = [
  ['the manifest is missing (P101)', (panel) => rmSync(placeOf(panel, 'manifest.json'))],
  ['the whole folder is missing (P101)', (panel) => rmSync(placeOf(panel), { recursive: true })],
  ['the signature is missing (P102)', (panel) => rmSync(placeOf(panel, 'manifest.sig.json'))],
  ['the manifest was changed (P103)', (panel) => flip(placeOf(panel, 'manifest.json'))],
  [
    'the release before it lies in its place (P104)',
    (panel) => cpSync(placeOf(panel, '', 'mf-helpv1'), placeOf(panel), { recursive: true }),
  ],
  ['a file is missing', (panel) => rmSync(placeOf(panel, 'look.css'))],
  ['a file was changed', (panel) => flip(placeOf(panel, 'look.css'))],
  ['the compressed form of a file was changed', (panel) => flip(placeOf(panel, 'remote-entry.2000000000.js.br'))],
];

test('an upload of the same content restores lost or damaged files of a release, and changes nothing else', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  for (const [what, spoil] of damages) {
    spoil(panel);
    const answer = await panel.publish('mf-help', '2', (release) => ({ ...release, ...LATER }));
    assert.deepEqual(
      [answer.status, answer.body['existed'], answer.body['repaired']],
      [200, true, true],
      `${what}: ${answer.text}`,
    );
    assert.equal(
      (await lastChange(panel))?.detail,
      `mf-help ${V2} was already published; its files in the storage were restored.`,
      what,
    );
    const fresh = await (await anotherProcess(t, panel)).help();
    assert.deepEqual([fresh?.release.version, fresh?.refused], [V2, null], what);
    assert.equal((await look(panel)).text, '.f { color: red }', what);
  }
  const change = await lastChange(panel);
  const whole = await panel.publish('mf-help', '2');
  assert.deepEqual([whole.body['existed'], whole.body['repaired']], [true, false]);
  assert.deepEqual(await lastChange(panel), change, 'a whole release is left as it is');
});

test('no process caches faulty bytes beyond their repair', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  const { releases } = await anotherProcess(t, panel);
  const id = { package: 'mf-help', version: V2 };
  const read = async (of: typeof releases, form: 'whole' | 'br') => {
    const wanted = (await of.open(id))?.release.integrity['remote-entry.2000000000.js'] ?? '';
    return (await of.files(id, 'remote-entry.2000000000.js', form, wanted))?.toString('base64');
  };
  const stored = (ending: string) => readFileSync(placeOf(panel, `remote-entry.2000000000.js${ending}`));
  const right = [stored('').toString('base64'), stored('.br').toString('base64')];
  flip(placeOf(panel, 'remote-entry.2000000000.js'));
  flip(placeOf(panel, 'remote-entry.2000000000.js.br'));
  const wrong = [stored('').toString('base64'), stored('.br').toString('base64')];
  for (const each of [panel.server.app.releases, releases])
    assert.deepEqual(
      [await read(each, 'whole'), await read(each, 'br')],
      wrong,
      'served as it is: the browser reports what is wrong',
    );
  assert.equal((await panel.publish('mf-help', '2')).body['repaired'], true);
  for (const each of [panel.server.app.releases, releases])
    assert.deepEqual([await read(each, 'whole'), await read(each, 'br')], right);
});

test('a refused release runs again immediately once restored, and can be promoted', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  rmSync(placeOf(panel, 'manifest.sig.json'));
  await panel.server.app.releases.look({ package: 'mf-help', version: V2 });
  assert.match(
    (await panel.operator('POST', '/platform/channels/mf-help', { action: 'promote', version: V2 })).text,
    /in the storage differs from what was published \(P102\)/,
  );
  assert.equal((await panel.publish('mf-help', '2')).body['repaired'], true);
  await panel.change('mf-help', 'promote', { version: V2 });
  assert.equal(await panel.version('mf-help'), V2);
});

test('a release of a key that is no longer trusted is restored under a trusted one', async (t) => {
  const [old, fresh] = [newKey(), newKey()];
  const panel = await openPanel(t, { RELEASE_KEYS: `mf-help=${rawPublicKey(fresh).toString('base64')}` });
  await panel.publish('mf-help', '2');
  const text = readFileSync(placeOf(panel, 'manifest.json'), 'utf8');
  writeFileSync(placeOf(panel, 'manifest.sig.json'), JSON.stringify(signText(old, text)));
  assert.equal(
    (await panel.operator('POST', '/platform/releases', makeUpload(t, fresh, 'mf-help', '2'))).body['repaired'],
    true,
  );
  assert.equal(
    (await (await anotherProcess(t, panel)).releases.open({ package: 'mf-help', version: V2 }))?.refused,
    null,
  );
});

test('nothing else can replace a lost release: other content, a damaged upload, an old text, an unreachable storage', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const first = makeUpload(t, panel.key, 'mf-help', '2');
  await panel.operator('POST', '/platform/releases', first);
  rmSync(placeOf(panel, 'manifest.json'));
  const before = await lastChange(panel);
  const other = await panel.publish('mf-help', '2', (release) => ({
    ...release,
    manifest: { ...release.manifest, name: 'Another' },
  }));
  assert.deepEqual([other.status, other.body['code']], [409, 'RELEASE_EXISTS']);
  const half = await panel.operator('POST', '/platform/releases', { ...first, files: first.files.slice(1) });
  assert.match(half.text, /is in the manifest and was not sent/);
  const unsigned = await panel.operator('POST', '/platform/releases', { ...first, signature: null });
  assert.equal(unsigned.body['code'], 'SIGNATURE_INVALID');
  const old = await panel.publish('mf-help', '2', (release) => ({
    ...release,
    createdAt: new Date(Date.now() - 31 * 24 * 3_600_000).toISOString(),
  }));
  assert.match(old.text, /older than 30 days/);
  const store = path.join(panel.server.dataDir, 'releases');
  cpSync(store, `${store}.away`, { recursive: true });
  rmSync(store, { recursive: true });
  writeFileSync(store, 'no folder');
  assert.equal((await panel.operator('POST', '/platform/releases', first)).body['code'], 'STORE_UNAVAILABLE');
  rmSync(store);
  cpSync(`${store}.away`, store, { recursive: true });
  assert.deepEqual(await lastChange(panel), before);

  clock.offsetMs = 40 * 24 * 3_600_000;
  assert.equal(
    (await panel.operator('POST', '/platform/releases', first)).body['repaired'],
    true,
    'the very text that was published, however old',
  );
});
