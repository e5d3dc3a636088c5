// Campaign: loops that last, on php-wasm; attack/wasm-worker is in every run.
import assert from 'node:assert/strict';
import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { usageOfTree } from '../../src/hosting/limits/process-tree.ts';
import { wasmMemory } from '../../src/hosting/wasm/wasm-memory.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { processesOf, until } from '../hosting/hosting-support.ts';
import { onEveryRuntime } from './attack-support.ts';

const QUIET = { headers: { accept: '*/*' } };
const MB = 2 ** 20;
const FREE = limitsOfPlan('FREE').site;

/** Endless code on php-wasm, whose only instance every visitor waits for. */
onEveryRuntime(
  'endless code',
  (target) => {
    const answers = async () => {
      const answer = await target().run("echo 'still here';", QUIET);
      return answer.status === 200 && answer.body === 'still here';
    };

    for (const [title, code] of [
      [
        'all the memory that there is',
        "ini_set('memory_limit', '-1'); $all = array(); while (true) $all[] = str_repeat('x', 1 << 20);",
      ],
      ['files in memory', "for ($n = 0; ; $n += 1) file_put_contents('/internal/' . $n, str_repeat('x', 1 << 22));"],
      ['endless output', "while (true) echo str_repeat('x', 1 << 20);"],
      ['endless headers', "for ($n = 0; ; $n += 1) header('X-' . $n . ': ' . str_repeat('x', 1 << 16));"],
    ] as const) {
      test(`${title}: the worker stays below its ceiling, and the site answers again`, async () => {
        const { host, hostile, run, askNeighbour } = target();
        const token = (await host.driver.start(hostile.siteId)).token ?? '';
        let most = 0;
        let over = false;
        const attack = run(code, { ...QUIET, method: 'POST', body: '' }).finally(() => (over = true));
        const [pid] = await processesOf(token);
        while (!over && pid !== undefined) most = Math.max(most, (await usageOfTree(pid)).rssBytes);
        await attack.catch(() => null);
        assert.ok(most / MB < wasmMemory(FREE).ceilingMb + 64, `${most / MB} MB`);
        assert.ok(await answers());
        assert.equal((await askNeighbour()).status, 200);
      });
    }

    for (const [title, code] of [
      ['a sleep', 'sleep(1000);'],
      ['a loop', 'set_time_limit(0); while (true);'],
    ] as const) {
      test(`${title} does not block the site after its visitor has left`, async () => {
        const { host, hostile, run } = target();
        const before = (await host.driver.start(hostile.siteId)).token;
        const sign = path.join(siteFolder(host.config.dataDir, hostile.siteId).publicDir, 'started');
        await rm(sign, { force: true });
        const visitor = new AbortController();
        const attack = run(`file_put_contents('started', 'x'); ${code}`, { ...QUIET, signal: visitor.signal }).catch(
          () => null,
        );
        await until('it runs', () =>
          access(sign).then(
            () => true,
            () => false,
          ),
        );
        visitor.abort();
        await attack;
        await until('its process has ended', () => host.driver.endpoint(hostile.siteId)?.token !== before);
        assert.ok(await answers());
      });
    }
  },
  { only: ['wasm'] },
);
