import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovedClock, openPanel, type ReleasePanel } from './release-support.ts';

const DAY = 24 * 3_600_000;

/** Five releases of one package became stable one after the other, a month and more ago; nothing has changed since. */
async function monthLater(panel: ReleasePanel, clock: MovedClock): Promise<void> {
  for (const mark of ['2', '3', '4', '5']) {
    await panel.publish('mf-help', mark);
    await panel.change('mf-help', 'promote');
  }
  clock.offsetMs = 30 * DAY + 2 * 3_600_000;
}

test('a release requested since the last change of the registry is in use', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  await monthLater(panel, clock);
  await panel.version('mf-help');
  assert.equal(
    (await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv2/look.css', { accept: '*/*' })).status,
    200,
  );
  const { body } = await panel.operator('POST', '/platform/releases/clean-up', {});
  assert.deepEqual(body['removed'], [{ package: 'mf-help', version: 'mf-helpv1' }]);
});

test('a removed release cannot run again, although this process has it open', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  await monthLater(panel, clock);
  const { body } = await panel.operator('POST', '/platform/releases/clean-up', {});
  assert.deepEqual(
    body['removed'],
    ['mf-helpv2', 'mf-helpv1'].map((version) => ({ package: 'mf-help', version })),
  );
  for (const action of ['promote', 'pin']) {
    const answer = await panel.operator('POST', '/platform/channels/mf-help', { action, version: 'mf-helpv2' });
    assert.deepEqual(
      [answer.body['code'], answer.body['message']],
      ['RELEASE_REFUSED', 'There is no release mf-help mf-helpv2.'],
      action,
    );
  }
  await panel.change('mf-help', 'rollback');
  await panel.change('mf-help', 'rollback');
  const further = await panel.operator('POST', '/platform/channels/mf-help', { action: 'rollback' });
  assert.equal(further.body['message'], 'There is no release mf-help mf-helpv2.');
  assert.equal(await panel.version('mf-help'), 'mf-helpv3');
  await panel.change('mf-help', 'block', { version: 'mf-helpv4' });
  assert.equal(
    await panel.version('mf-help', undefined, '?avoid=mf-help%40mf-helpv3'),
    'mf-helpv3',
    'a page gets no removed one, whatever it avoids',
  );
  const last = await panel.operator('POST', '/platform/channels/mf-help', { action: 'block', version: 'mf-helpv3' });
  assert.match(String(last.body['message']), /mf-helpv3 is the only version that .* can run/);
});
