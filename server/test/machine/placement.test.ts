import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMachines, type ListedMachine } from '../../src/machine/machines.ts';
import { choosePlace, roomOf, type Place } from '../../src/machine/placement.ts';

const GB = 1024 ** 3;
const place = (id: string, more: Partial<Place> = {}): Place => ({
  ...{ id, cpus: 4, workloads: 0, load: 0 },
  ...{ memoryFree: 8 * GB, memoryTotal: 16 * GB, diskFree: 80 * GB, diskTotal: 100 * GB },
  ...more,
});

test('what a machine has the least of counts: memory, disk, processors, and what it has already', () => {
  const idle = place('idle');
  for (const worse of [
    { memoryFree: 2 * GB },
    { diskFree: 10 * GB },
    { load: 3.5 },
    { workloads: 8 },
  ] satisfies Partial<Place>[])
    assert.equal(choosePlace([place('worse', worse), idle], 'worse'), 'idle', JSON.stringify(worse));
});

test('a machine without room gets something only where all others have none; equal ones prefer the one that decides', () => {
  const full = place('full', { diskFree: 1 * GB });
  assert.equal(choosePlace([full, place('busy', { load: 3.9, workloads: 60 })], 'full'), 'busy');
  assert.equal(choosePlace([full], 'other'), 'full');
  assert.equal(choosePlace([place('a'), place('own')], 'own'), 'own');
  assert.equal(choosePlace([], 'own'), undefined);
  assert.equal(roomOf(place('unknown', { memoryTotal: 0, diskTotal: 0 })), 0);
});

const at = new Date(0).toISOString();
const listed = (id: string, more: Partial<ListedMachine> = {}): ListedMachine => ({
  ...place(id),
  ...{ name: id, state: 'ready', silentSeconds: 1, isDrained: false, php: ['8.4.1'] },
  processes: {
    run: { roles: ['edge'], marked: true, awake: {}, startedAt: at, at, reach: { host: 'other', port: 1 } },
  },
  ...more,
});

test('only machines that run, are reached, and were neither drained nor revoked get something', () => {
  const machines = createMachines('own');
  const own = listed('own', { load: 4 });
  const others: Partial<ListedMachine>[] = [
    { silentSeconds: 31 },
    { processes: {} },
    { isDrained: true },
    { state: 'revoked' },
    { processes: { run: { roles: [], marked: true, awake: {}, startedAt: at, at } } },
  ];
  for (const other of others) {
    machines.learn([own, listed('other', other)]);
    assert.equal(machines.place(), 'own', JSON.stringify(other));
  }
  machines.learn([own, listed('other')]);
  assert.equal(machines.place(), 'other');
  assert.deepEqual([machines.placeBeside('own', '8.4'), machines.placeBeside('own', '8.3')], ['other', null]);
  // A machine that is alone is read as nothing, and has everything.
  machines.learn(null);
  assert.deepEqual([machines.place(), machines.hasOthers(), machines.isHere(null)], ['own', false, true]);
});

test('what was placed since the last report counts, so that many at once are spread', () => {
  const machines = createMachines('own');
  machines.learn([listed('own'), listed('other')]);
  const placed = Array.from({ length: 10 }, () => machines.place());
  assert.deepEqual([placed.filter((id) => id === 'own').length, placed.length], [5, 10]);
});
