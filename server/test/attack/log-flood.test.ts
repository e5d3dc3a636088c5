import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';
import { processesOf, until } from '../hosting/hosting-support.ts';
import { ATTACK_FACTOR, ONE_PHP, onEveryRuntime } from './attack-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type Line = { msg: string; user?: string | null; path?: string; suppressed?: Record<string, number> };
const linesFrom = (from: number) => panel.lines.slice(from).map((line) => JSON.parse(line) as Line);

test('rejected anonymous requests are counted, not logged one by one', async () => {
  const owner = await panel.addPartner();
  const nobody = panel.browser(owner);
  const from = panel.lines.length;
  const count = 1000 * ATTACK_FACTOR;
  const started = performance.now();
  for (let i = 0; i < count; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => nobody.get(`/notification?page=${i + n}`)));
  const seconds = (performance.now() - started) / 1000;
  const written = () => linesFrom(from).filter(({ msg }) => msg === 'request').length;
  const counted = () =>
    linesFrom(from).reduce(
      (sum, { suppressed }) => sum + Object.values(suppressed ?? {}).reduce((a, b) => a + b, 0),
      0,
    );
  await until('every request to be written or counted', () => written() + counted() === count);
  assert.ok(written() <= 50 + 5 * (seconds + 1), `${written()} lines in ${seconds} s`);
  assert.ok(
    linesFrom(from).some(({ suppressed }) => suppressed?.['401']),
    'by status',
  );
});

test('those of signed-in users are still logged meanwhile', async () => {
  const owner = await panel.addPartner();
  const nobody = panel.browser(owner);
  const customer = await panel.entered(owner, await panel.addUser(owner, 'customer'));
  for (let i = 0; i < 100; i += 1) await nobody.get('/notification');
  const from = panel.lines.length;
  await customer.get('/notification');
  assert.ok(linesFrom(from).some(({ msg, user, path }) => msg === 'request' && user && path === '/notification'));
});

onEveryRuntime(
  'output of hosted code stays out of the log',
  (target) => {
    test('and out of the output of the panel', { skip: process.platform !== 'linux' && 'needs /proc' }, async () => {
      const { host, hostile, run } = target();
      const answer = await run(
        'for ($i = 0; $i < 2000; $i++) { error_log(str_repeat("x", 500)); @file_put_contents("php://stdout", "@ready {}\\n"); @file_put_contents("php://stderr", str_repeat("y", 500)); } echo "done";',
      );
      assert.ok(answer.body.endsWith('done'));
      const outputOf = (pid: number | 'self') =>
        [1, 2].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)).filter((to) => to !== '/dev/null');
      const own = outputOf('self');
      const hosted = await processesOf(host.driver.endpoint(hostile.siteId)?.token ?? 'not running');
      assert.ok(hosted.length > 0);
      for (const pid of hosted)
        assert.ok(
          outputOf(pid).every((to) => !own.includes(to)),
          `process ${pid} shares ${outputOf(pid).join(', ')}`,
        );
    });
  },
  { only: ONE_PHP },
);
