import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnectionPace } from '../../src/hosting/egress/connection-pace.ts';
import { until } from './hosting-support.ts';

const OPTIONS = { most: 3, perSecond: 100, burstSeconds: 0.05 };

test('connections beyond the number wait in order, and those that give up lose their turn', () => {
  const begun: number[] = [];
  const enter = createConnectionPace({ ...OPTIONS, burstSeconds: 1, held: () => assert.fail('not the rate') });
  const leave = [0, 1, 2, 3, 4, 5].map((number) => enter(() => void begun.push(number)));
  assert.deepEqual(begun, [0, 1, 2]);
  leave[3]?.();
  leave[1]?.();
  leave[1]?.();
  assert.deepEqual(begun, [0, 1, 2, 4], 'a place is given back once');
  leave[0]?.();
  assert.deepEqual(begun, [0, 1, 2, 4, 5]);
});

test('after a burst new connections begin at the rate, and the owner is notified', async () => {
  let begun = 0;
  let held = 0;
  const enter = createConnectionPace({ ...OPTIONS, most: 100, held: () => void (held += 1), now: () => 0 });
  const leave = Array.from({ length: 8 }, () => enter(() => void (begun += 1)));
  assert.deepEqual([begun, held], [5, 1]);
  leave[7]?.();
  await until('those that waited', () => begun === 7);
  assert.equal(held, 2);
});

test('one that leaves while it earns its turn does not begin, and the next one does', async () => {
  const begun: string[] = [];
  const enter = createConnectionPace({ ...OPTIONS, burstSeconds: 0, held: () => undefined, now: () => 0 });
  const leave = enter(() => void begun.push('first'));
  enter(() => void begun.push('second'));
  leave();
  await until('the second', () => begun.length > 0);
  assert.deepEqual(begun, ['second']);
});
