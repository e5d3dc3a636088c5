import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { onEveryRuntime } from './attack-support.ts';

onEveryRuntime('hosted code reads no foreign data, and none of its responses harms anyone', (target) => {
  test('neither the database nor the files of its neighbour', async () => {
    const { host, neighbour, run } = target();
    const folder = siteFolder(host.config.dataDir, neighbour.siteId);
    const files = [folder.database, folder.config, folder.recordFile, '/etc/shadow']
      .map((file) => `'${file}'`)
      .join(', ');
    const answer = await run(
      `foreach (array(${files}) as $file) { echo json_encode(array(@file_get_contents($file), @scandir(dirname($file)))), "\\n"; }`,
    );
    const config = await readFile(folder.config, 'utf8');
    const [salt] = /'[A-Za-z0-9+/]{64}'/.exec(config) ?? [];
    assert.equal(answer.status, 200);
    assert.ok(salt);
    assert.ok(!answer.body.includes('SQLite format'), 'the database of the neighbour was read');
    assert.ok(!answer.body.includes(JSON.stringify(salt).slice(1, -1)), 'the configuration of the neighbour was read');
    assert.ok(!answer.body.includes(neighbour.fqdn), 'the record of the neighbour was read');
  });

  test('an invalid status, reason or upgrade ends in an error page, and the neighbour answers', async () => {
    const { run, askNeighbour } = target();
    for (const line of [
      'HTTP/1.1 099 x',
      'HTTP/1.1 000 x',
      'HTTP/1.1 999 x',
      'HTTP/1.1 101 Switching Protocols',
      'HTTP/1.1 200 \\x01',
      'HTTP/1.1 103 Early Hints',
    ]) {
      const answer = await run(
        `header("${line}"); header("Connection: Upgrade"); header("Upgrade: websocket"); echo 'body';`,
      );
      assert.ok(answer.status >= 200 && answer.status < 600, `${line}: ${answer.status}`);
      assert.equal(answer.headers.upgrade, undefined, line);
    }
    assert.equal((await askNeighbour()).status, 200);
  });
});
