import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limitsOfPlan } from '@panel/contract';
import { runAgent, type Streams } from '../../src/hosting/agent/agent-process.ts';
import { createRunSlots } from '../../src/hosting/agent/run-slots.ts';
import { joining } from '../../src/hosting/limits/joining.ts';
import { openCgroups } from '../../src/hosting/limits/site-cgroup.ts';
import { minimalEnvironment } from '../../src/hosting/runtime/minimal-environment.ts';
import { NEVER_MS, until } from '../../src/testing/index.ts';

const cgroups = await openCgroups();
after(() => cgroups.close());
const NO_CGROUP = cgroups.controls('memory') ? false : 'There is no cgroup here whose memory this process may limit.';

let folder: string;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'panel-answers-'))));
after(() => rm(folder, { recursive: true, force: true }));

const QUESTION = { live: '/', work: null, questions: [{ operation: 'version' as const, input: {} }] };

/** Memory of this process without garbage, in bytes: how much of that lies around is V8's choice, and the machine's load. */
function kept(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A program in place of the agent, like one that was taken over. */
async function reply(program: string, streams: Streams = {}, deadlineMs = NEVER_MS) {
  const [first] = await runAgent({ file: process.execPath, args: ['-e', program], env: {} }, QUESTION, streams, {
    deadlineMs,
  });
  return first?.ok ? first.value : first?.reason;
}

describe('an agent that hosted code took over', () => {
  test('yields a valid answer, or a reason', async () => {
    const write = (text: string) => `require('fs').writeSync(3, ${JSON.stringify(text)})`;
    assert.equal(await reply(write('{"ok":true,"value":"7.1.1"}\n')), '7.1.1');
    const garbage = [
      'not json\n',
      '{"ok":true}\n',
      '{"ok":false,"reason":"ours","detail":"x"}\n',
      '[]\n',
      'null\n',
      '{"ok":true,"value":1,"more":2}\n',
      '{"ok":true,"value":"no line break"}',
      '\0\xff\n',
      '',
    ];
    for (const text of garbage) assert.equal(await reply(write(text)), 'failed', JSON.stringify(text));
    assert.equal(await reply('process.exit(3)'), 'failed');
    assert.equal(await reply('process.kill(process.pid, "SIGKILL")'), 'failed');
    const [missing] = await runAgent(
      { file: path.join(folder, 'none'), args: [], env: {} },
      QUESTION,
      {},
      { deadlineMs: 5000 },
    );
    assert.equal(missing?.ok, false);
  });

  test('is ended when it answers too much, sends too much, or not at all', async () => {
    const endless = (descriptor: number) =>
      `const chunk = Buffer.alloc(65536, 97); for (;;) try { require('fs').writeSync(${descriptor}, chunk) } catch {}`;
    const before = kept();
    assert.equal(await reply(endless(3)), 'failed');
    assert.equal(await reply(endless(1)), 'limit');
    assert.equal(
      await reply(endless(1), { to: () => createWriteStream(path.join(folder, 'out')), maxOutput: 1_000_000 }),
      'limit',
    );
    assert.equal(await reply(endless(2), {}, 500), 'timeout');
    assert.equal(await reply('process.on("SIGTERM", () => undefined); for (;;);', {}, 500), 'timeout');
    // V8 frees buffers in a thread of its own, a moment after it has collected them.
    await until('their memory is given back', async () => kept() - before < 8_000_000 || undefined);
  });
});

test('an agent that uses up its memory is killed by its cgroup', { skip: NO_CGROUP }, async () => {
  const limits = { ...limitsOfPlan('FREE').site, memoryMb: 128 };
  const cgroup = await cgroups.site('hostile', limits);
  const program = `const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 97));`;
  const [file = '', ...args] = joining(cgroup.joinFiles, [process.execPath, '-e', program]);
  const [reply] = await runAgent({ file, args, env: minimalEnvironment() }, QUESTION, {}, { deadlineMs: NEVER_MS });
  assert.equal(reply?.ok ? null : reply?.reason, 'failed');
  assert.ok((await cgroup.counts()).memory >= 1);
  await cgroup.close();
});

test('a run that waits too long never starts, and leaves the queue', async () => {
  const slots = createRunSlots(1);
  let end = (): void => undefined;
  const first = slots.run({ siteId: 'a' }, () => new Promise<void>((resolve) => void (end = resolve)));
  const late = new AbortController();
  let started = 0;
  const work = async () => ++started;
  const runs = [
    slots.run({ siteId: 'b' }, work, late.signal),
    slots.run({ siteId: 'c' }, work, new AbortController().signal),
    slots.run({ siteId: 'd' }, work, AbortSignal.abort()),
  ];
  late.abort();
  assert.equal(await runs[0], null);
  end();
  await first;
  assert.deepEqual([await runs[1], await runs[2], started], [1, null, 1]);
});

test('the sites of one owner get half of the slots, whoever came first', async () => {
  const slots = createRunSlots(4);
  const started: string[] = [];
  const end = Promise.withResolvers<void>();
  const runs = ['greedy-1', 'greedy-2', 'greedy-3', 'greedy-4', 'other-1', 'other-2', 'third-1'].map((siteId) =>
    slots.run({ siteId, owner: siteId.split('-')[0] ?? '' }, () => (started.push(siteId), end.promise)),
  );
  await Promise.resolve();
  assert.deepEqual(started, ['greedy-1', 'greedy-2', 'other-1', 'other-2']);
  end.resolve();
  await Promise.all(runs);
  assert.equal(started.length, 7);
});

test('runs are limited in number, and to one at a time for each site', async () => {
  const slots = createRunSlots(2);
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (site: string, name: string) =>
    slots.run(
      { siteId: site },
      () =>
        new Promise<void>((resolve) => {
          events.push(name);
          ends.set(name, resolve);
        }),
    );
  const runs = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1'), start('c', 'c1')];
  await Promise.resolve();
  assert.deepEqual(events, ['a1', 'b1']);
  ends.get('b1')?.();
  await runs[2];
  await Promise.resolve();
  assert.deepEqual(events, ['a1', 'b1', 'c1']);
  ends.get('a1')?.();
  await runs[0];
  await Promise.resolve();
  assert.deepEqual(events, ['a1', 'b1', 'c1', 'a2']);
  for (const end of ends.values()) end();
  await Promise.all(runs);
});
