import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import type { HostingDriver } from '../../src/hosting/driver.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { lookThrough } from '../../src/hosting/agent/child/operations/unpack.ts';
import { createFastDriver } from '../../src/testing/index.ts';
import { progress, siteSpec } from '../hosting/hosting-support.ts';

const PAGE = '<h1>New</h1>';
type Entry = {
  path: string;
  text?: string;
  type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice';
  linkpath?: string;
  size?: number;
};

/** A tar archive of these entries, just as they are given. */
function archive(...entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path: name, text = '', type = 'File', linkpath, size }) => {
    const bytes = Buffer.from(text);
    const header = new Header({
      path: name,
      type,
      size: size ?? bytes.length,
      mode: 0o644,
      ...(linkpath && { linkpath }),
    });
    header.encode();
    return [header.block ?? Buffer.alloc(0), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
const index: Entry = { path: 'top/index.html', text: PAGE };

describe('a hostile archive', () => {
  let dataDir: string;
  let driver: HostingDriver;
  const spec = siteSpec('target', { kind: 'static', files: { 'index.html': '<h1>Old</h1>' } });
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'panel-hostile-'));
    driver = await createFastDriver(dataDir, { sandbox: 'auto' });
    await driver.create(spec, progress());
  });
  after(async () => {
    await driver.stopAll();
    await rm(dataDir, { recursive: true });
  });

  const live = (...file: string[]) => path.join(dataDir, 'sites', spec.siteId, 'live', 'public', ...file);
  const deploy = (bytes: Iterable<Buffer> | Buffer) =>
    driver.deploy(
      spec.siteId,
      {
        kind: 'archive',
        open: async () => Readable.from(Buffer.isBuffer(bytes) ? [bytes] : bytes, { objectMode: false }),
      },
      progress(),
    );
  const kept = () => readFile(live('index.html'), 'utf8');

  for (const [what, bytes] of [
    ['an archive that ends too early', gzipSync(archive(index)).subarray(0, 60)],
    [
      'a file that is longer than the archive',
      gzipSync(archive(index, { path: 'top/long.txt', size: 1_000_000, text: 'x' })),
    ],
    ['something that is no archive', Buffer.from('<!doctype html>'.repeat(100))],
  ] as const)
    test(`${what} is refused, and the site stays as it is`, async () => {
      const old = await kept();
      await assert.rejects(deploy(bytes), (error) => error instanceof HostingError && /SOURCE/.test(error.code));
      assert.equal(await kept(), old);
      assert.deepEqual(
        await readdir(path.join(dataDir, 'sites', spec.siteId)).then((names) =>
          names.filter((name) => name.startsWith('work')),
        ),
        [],
      );
    });

  test('a bomb is refused at the disk space of the plan', async () => {
    const huge = archive({ path: 'top/index.html', size: 64 * 1024 ** 3 });
    await assert.rejects(
      deploy(gzipSync(huge)),
      (error) => error instanceof HostingError && /more than the site’s plan|did not arrive whole/.test(error.message),
    );
  });

  test('one with too many files is refused before any of them is written', async () => {
    const bounds = { maxBytes: 1024 ** 2, maxFiles: 20, maxDepth: 10 };
    const files = (count: number) => Array.from({ length: count }, (_, i) => ({ path: `top/${i}.html`, text: 'x' }));
    const fine = gzipSync(archive(...files(20)));
    lookThrough([fine.subarray(0, 100), fine.subarray(100)], bounds);
    for (const bytes of [gzipSync(archive(...files(21))), archive(...files(21))])
      assert.throws(() => lookThrough([bytes], bounds), /more than 20 files/);
    assert.throws(() => lookThrough([gzipSync(archive(index))], { ...bounds, maxBytes: 1 }), /more than 1 bytes/);

    const old = await kept();
    await assert.rejects(deploy(gzipSync(archive(...files(50_001)))), HostingError);
    assert.equal(await kept(), old);
  });

  test('links and devices are left out, and nothing is written through them', async () => {
    const { skipped, files } = await deploy(
      gzipSync(
        archive(
          index,
          { path: 'top/out', type: 'SymbolicLink', linkpath: '/tmp' },
          { path: 'top/out/written.html', text: 'x' },
          { path: 'top/hard.html', type: 'Link', linkpath: '../../../../secret.key' },
          { path: 'top/device', type: 'CharacterDevice' },
          { path: 'top/.git/config', text: 'x' },
          { path: 'top/../../../../escaped.html', text: 'x' },
        ),
      ),
    );
    assert.deepEqual([files, skipped], [2, 5]);
    assert.deepEqual((await readdir(live())).sort(), ['index.html', 'out']);
    assert.equal(await readFile(live('out', 'written.html'), 'utf8'), 'x');
  });
});
