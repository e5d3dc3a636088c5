import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DumpError } from '../../src/hosting/database/dump/dump-error.ts';
import { readParts } from '../../src/hosting/database/dump/dump-format.ts';
import { openDumpWriter } from '../../src/hosting/database/dump/dump-writer.ts';

async function* none(): AsyncIterable<Buffer> {}

test('whatever number of tables a dump is written of can be read, and more are refused when it is written', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-dump-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const written = async (tables: number): Promise<string> => {
    const file = path.join(folder, String(tables));
    const handle = await open(file, 'w');
    try {
      const dump = openDumpWriter(handle, 2 ** 20);
      for (let table = 0; table < tables; table += 1) await dump.rows(`COPY t${table} (id) FROM STDIN`, none());
      await dump.end();
    } finally {
      await handle.close();
    }
    return file;
  };
  const parts = await readParts(await written(10_000));
  assert.equal(parts.length, 10_000);
  assert.equal(parts.at(-1)?.copy, 'COPY t9999 (id) FROM STDIN');
  await assert.rejects(written(10_001), DumpError);
});
