import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryGuard, memoryLimit, type MemoryUse } from '../../src/process/memory-guard.ts';
import { createQuietTime } from '../../src/process/watchdog/quiet-time.ts';
import { startTestServer, until } from '../../src/testing/index.ts';

const MB = 2 ** 20;

function guardOf(limitMb: number) {
  const use: MemoryUse = { rssBytes: 0, heapBytes: 0, heapLimitBytes: 1000 * MB };
  const said: boolean[] = [];
  let collected = 0;
  const guard = createMemoryGuard({
    limitMb,
    onChange: (isShort) => said.push(isShort),
    use: () => use,
    collect: () => (collected += 1),
  });
  const at = (change: Partial<MemoryUse>) => {
    Object.assign(use, change);
    guard.look();
    return guard.shedding();
  };
  return { at, said, guard, collected: () => collected };
}

test('above the limit some work waits, far above all, and below nine tenths none', () => {
  const { at, said, guard, collected } = guardOf(100);
  const states = [99, 100, 95, 116, 91, 89].map((mb) => at({ rssBytes: mb * MB }));
  guard.close();
  assert.deepEqual(states, ['none', 'some', 'some', 'all', 'some', 'none']);
  assert.deepEqual(said, [true, false]);
  assert.equal(collected(), 1);
});

test('so it is near the limit of V8, whatever the machine has', () => {
  const { at, guard } = guardOf(100_000);
  assert.deepEqual(
    [at({ heapBytes: 840 * MB }), at({ heapBytes: 860 * MB }), at({ heapBytes: 100 * MB })],
    ['none', 'some', 'none'],
  );
  guard.close();
});

test('the limit comes from the container, the machine, or V8, whichever is least', () => {
  const [heap, machine] = [4000 * MB, 32_000 * MB];
  assert.equal(memoryLimit(heap, 1000 * MB, machine), 700 * MB);
  assert.equal(memoryLimit(heap, 0, 2000 * MB), 1400 * MB);
  assert.equal(memoryLimit(heap, 0, machine), 5024 * MB);
});

test('a panel that is short of memory refuses large and anonymous requests with 503, tells the operator, and recovers', async (t) => {
  const rssMb = () => process.memoryUsage.rss() / MB;
  const limitMb = rssMb() + 400;
  const server = await startTestServer({ env: { MEMORY_LIMIT_MB: String(limitMb) } });
  t.after(() => server.stop());
  const partner = await server.scenario.partner();
  const operator = await server.as(partner, await server.scenario.superadmin());
  const visitor = server.anonymous(partner);
  const ask = () => visitor.get('/partner/whitelabel');
  assert.equal((await ask()).status, 200);
  let ballast: Buffer[] = [];
  const refused = await until('refusals', async () => {
    // Below the share at which everything is refused.
    const missing = limitMb * 1.07 - rssMb();
    if (missing > 0) ballast.push(Buffer.alloc(missing * MB, 1));
    const answer = await ask();
    return answer.status === 503 && answer;
  });
  assert.equal(refused.headers['retry-after'], '5');
  const large = await operator.send('PUT', '/notification/status', { status: 'read_all', text: 'x'.repeat(20_000) });
  assert.equal(large.status, 503);
  assert.equal((await operator.send('PUT', '/notification/status', { status: 'read_all' })).status, 200);
  ballast = [];
  await until('answers', async () => (await ask()).status === 200);
  await until('the record', async () => {
    const { body } = await operator.get<{ events: { kind: string }[] }>('/platform/health');
    return body.events.some(({ kind }) => kind === 'memory');
  });
});

test('a silence is counted while the watching thread runs, not while the machine sleeps', () => {
  const quiet = createQuietTime(500);
  const ticks: [beat: number, now: number][] = [
    [1, 0],
    [1, 500],
    [1, 1000],
    [1, 3_600_000],
    [2, 3_600_500],
    [2, 3_601_000],
  ];
  assert.deepEqual(
    ticks.map(([beat, now]) => quiet.tick(beat, now)),
    [0, 500, 1000, 2000, 0, 500],
  );
});
