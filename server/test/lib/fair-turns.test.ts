import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairTurns, type Payer } from '../../src/lib/fair-turns.ts';
import { until } from '../../src/testing/index.ts';

const payer = (key: string, values: Partial<Payer> = {}): Payer => ({
  ...{ key, perSecondMs: 100, burstMs: 1_000, atOnce: 4 },
  ...values,
});
const { signal } = new AbortController();

/** Turns whose time tests move, and who had them. */
function bench(atOnce = 8) {
  const time = { wall: 0, cpu: 0 };
  const turns = createFairTurns({ atOnce, waitMs: 60_000, clock: { wall: () => time.wall, cpu: () => time.cpu } });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (...payers: Payer[]): Promise<void> => {
    const end = await turns.take(payers, signal);
    order.push(payers[0]?.key ?? '');
    if (end) ends.push(end);
  };
  /** Ends the oldest turn after this much processor time. */
  const finish = async (cpu = 0): Promise<void> => {
    time.cpu += cpu;
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { time, turns, order, ask, finish };
}

test('who has used the least of its share is next, whoever came first', async () => {
  const { order, ask, finish } = bench(1);
  const flood = Array.from({ length: 5 }, () => ask(payer('flood')));
  await flood[0];
  const quiet = ask(payer('quiet'));
  for (let i = 0; i < 5; i += 1) await finish(50);
  await Promise.all([...flood, quiet]);
  assert.deepEqual(order, ['flood', 'quiet', 'flood', 'flood', 'flood', 'flood']);
});

test('turns are of time: two of 100 ms are as much as twenty of 10 ms', async () => {
  const { order, ask, finish } = bench(1);
  const all = [...Array(40).keys()].flatMap(() => [ask(payer('long')), ask(payer('short'))]);
  await all[0];
  for (let i = 0; i < 33; i += 1) await finish(order.at(-1) === 'long' ? 100 : 10);
  const [long, short] = ['long', 'short'].map((key) => order.filter((each) => each === key).length);
  assert.ok(long !== undefined && long <= 5 && short === order.length - long, `${long} and ${short}`);
});

test('an account that spends more than it gets has one turn at a time, and all such accounts have two', async () => {
  const { turns, order, ask } = bench();
  const spenders = ['a', 'b', 'c'].map((key) => payer(key));
  spenders.forEach((each) => turns.charge([each], 600));
  for (const each of spenders) for (let i = 0; i < 4; i += 1) void ask(each);
  for (let i = 0; i < 5; i += 1) void ask(payer('quiet'));
  for (let round = 0; round < 10; round += 1) await new Promise(setImmediate);
  assert.deepEqual(order, ['a', 'quiet', 'quiet', 'quiet', 'quiet', 'b']);
});

test('an account without a share left waits for it, and a network pays for its addresses', async () => {
  const { time, turns, order, ask } = bench();
  const network = payer('network');
  turns.charge([network], 1_010);
  const waits = ask(payer('address'), network);
  await ask(payer('elsewhere'));
  assert.deepEqual(order, ['elsewhere']);
  time.wall += 101;
  // Another request makes it look again.
  await ask(payer('also elsewhere'));
  await waits;
  assert.deepEqual(order.toSorted(), ['address', 'also elsewhere', 'elsewhere']);
});

test('a turn that waits for something else lets others go on; one whose caller leaves is not given', async () => {
  const { turns, order, ask } = bench(1);
  await ask(payer('waits for a site'));
  const gone = new AbortController();
  const left = turns.take([payer('left')], gone.signal);
  gone.abort();
  assert.equal(await left, null);
  void ask(payer('next'));
  await until('the next turn', async () => order.includes('next'));
});

test('an account whose refused requests cost all of its share still gets turns at the rate that it is paid', async () => {
  const { time, turns, order, ask, finish } = bench();
  const impatient = payer('impatient');
  turns.chargeRefused([impatient], 5_000);
  void ask(impatient);
  void ask(impatient);
  /** So many milliseconds, each with a refused request; then another account's request makes it look again. */
  const pass = async (ms: number): Promise<number> => {
    for (; ms > 0; ms -= 1) {
      turns.chargeRefused([impatient], 10);
      time.wall += 1;
    }
    const end = await turns.take([payer('elsewhere')], signal);
    end?.();
    for (let round = 0; round < 4; round += 1) await new Promise(setImmediate);
    return order.length;
  };
  assert.equal(await pass(0), 0);
  assert.equal(await pass(1), 1);
  await finish(50);
  assert.equal(await pass(400), 1, 'its turn of 50 ms takes 500 ms to pay');
  assert.equal(await pass(200), 2);
});
