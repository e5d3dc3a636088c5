import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from '../../src/lib/slots.ts';

const never = new AbortController().signal;

test('those who wait get the next free slot in the order of arrival, and later ones cannot overtake', async () => {
  const slots = createSlots();
  const order: string[] = [];
  const leave = slots.enter('site', 1);
  const turn = async (name: string) => {
    const done = await slots.wait('site', 2, never);
    order.push(name);
    return done;
  };
  assert.notEqual(slots.enter('site', 2), null);
  const [first, second] = [turn('first'), turn('second')];
  assert.notEqual(slots.enter('other', 1), null, 'another key has slots of its own');
  leave?.();
  const firstDone = await first;
  assert.equal(slots.enter('site', 2), null);
  firstDone?.();
  (await second)?.();
  assert.deepEqual(order, ['first', 'second']);
  assert.notEqual(slots.enter('site', 2), null);
});

test('as many wait as there are slots; one that gives up leaves its place in the queue', async () => {
  const slots = createSlots();
  const leave = slots.enter('site', 1);
  const patience = new AbortController();
  const waiting = slots.wait('site', 1, patience.signal);
  assert.equal(await slots.wait('site', 1, never), null, 'the queue is full');
  patience.abort();
  assert.equal(await waiting, null);
  const next = slots.wait('site', 1, never);
  leave?.();
  assert.notEqual(await next, null);
  assert.equal(await slots.wait('site', 1, AbortSignal.abort()), null);
});
