import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import type { Answer } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';
import { ONE_PHP, onEveryRuntime, type Target } from './attack-support.ts';

const MB = 2 ** 20;
const QUOTA_MB = limitsOfPlan('FREE').site.diskMb;
const PART_MB = 400;
const PARTS = Math.ceil(QUOTA_MB / PART_MB) + 1;
const GIGABYTE = 1024 * MB;

/** Less free space with each check, as while a site fills the disk; 64 MB are enough to trigger a measurement. */
function falling(target: () => Target): () => Promise<void> {
  let freeBytes = 500 * GIGABYTE;
  return async () => {
    freeBytes -= GIGABYTE;
    await target().host.driver.diskLooked?.(freeBytes, GIGABYTE);
  };
}

const FILL = `for ($i = 0; $i < ${PARTS}; $i++) { $f = fopen(__DIR__ . "/part-$i", 'w'); ftruncate($f, ${PART_MB * MB}); fclose($f); } echo 'filled';`;
const EMPTY = `for ($i = 0; $i < ${PARTS}; $i++) { unlink(__DIR__ . "/part-$i"); } echo 'emptied';`;
const DEEP = "$top = __DIR__ . '/deep'; $depth = 105;";
/** Fills the quota below a chain of folders, and closes the top folder. */
const HIDE = `${DEEP} mkdir($top . str_repeat('/d', $depth), 0755, true); for ($i = 0; $i < ${PARTS}; $i++) { $f = fopen($top . str_repeat('/d', $depth) . "/part-$i", 'w'); ftruncate($f, ${PART_MB * MB}); fclose($f); } chmod($top, 0); echo 'hidden';`;
const SHOW = `${DEEP} chmod($top, 0755); for ($i = 0; $i < ${PARTS}; $i++) { unlink($top . str_repeat('/d', $depth) . "/part-$i"); } echo 'shown';`;
const WRITE = `echo json_encode(@file_put_contents(__DIR__ . '/more.txt', 'more'));`;

onEveryRuntime(
  'a site that is larger than its plan allows',
  (target) => {
    const look = falling(target);
    /** A stopped site takes a while to start on a busy machine; until then the edge answers with its waiting page. */
    const awake = async (ask: () => Promise<Answer>): Promise<Answer> => {
      let answer = await ask();
      await until('the site to be awake', async () => {
        if (answer.headers['retry-after'] !== undefined) answer = await ask();
        return answer.headers['retry-after'] === undefined;
      });
      return answer;
    };
    const run = (php: string) => awake(() => target().run(php));

    test('keeps running but cannot write; its neighbour can', async () => {
      const { host, hostile, bench, askNeighbour } = target();
      await look();
      assert.equal((await run(WRITE)).body, '4');
      assert.equal((await run(FILL)).body, 'filled');
      await look();
      assert.equal((await run(WRITE)).body, 'false');
      assert.equal((await awake(() => bench.ask(`${hostile.fqdn}:8099`))).status, 200);
      assert.equal((await awake(() => askNeighbour())).status, 200);
      assert.deepEqual(
        (await host.driver.verify(hostile.siteId, hostile.fqdn)).checks.filter(({ ok }) => !ok),
        [],
      );
    });

    test('can write again once it has deleted enough', async () => {
      await look();
      assert.equal((await run(WRITE)).body, 'false');
      assert.equal((await run(EMPTY)).body, 'emptied');
      await look();
      assert.equal((await run(WRITE)).body, '4');
    });

    test('cannot evade its quota with deep or closed folders', async () => {
      assert.equal((await run(HIDE)).body, 'hidden');
      await look();
      assert.equal((await run(WRITE)).body, 'false');
      assert.equal((await run(SHOW)).body, 'shown');
      await look();
      assert.equal((await run(WRITE)).body, '4');
    });

    test('is stopped when it still grows; its neighbour is not, and it can be deleted', async () => {
      const { host, hostile, bench, askNeighbour } = target();
      const file = path.join(siteFolder(host.config.dataDir, hostile.siteId).publicDir, 'grows');
      await look();
      await writeFile(file, '');
      await truncate(file, (QUOTA_MB + 1) * MB);
      await look();
      await truncate(file, (QUOTA_MB + 100) * MB);
      await bench.ask(`${hostile.fqdn}:8099`);
      await look();
      assert.equal((await bench.ask(`${hostile.fqdn}:8099`)).status, 502);
      assert.equal(host.driver.endpoint(hostile.siteId), null);
      assert.equal((await awake(() => askNeighbour())).status, 200);
      await host.driver.destroy(hostile.siteId);
      assert.deepEqual(await host.driver.usage(hostile.siteId), { bytes: 0, files: 0, complete: true });
    });
  },
  { only: ONE_PHP },
);
