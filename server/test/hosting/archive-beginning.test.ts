import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { pastBeginning } from '../../src/hosting/local/archive-beginning.ts';
import { LOOP_MS, loopCost } from '../../src/testing/index.ts';

const BOUNDS = { maxBytes: 1024 ** 2, maxFiles: 20, maxDepth: 10 };

/** An archive of one entry, however large it says to be. */
function tarOf(name: string, size: number, text = ''): Buffer {
  const header = new Header({ path: name, type: 'File', size, mode: 0o644 });
  header.encode();
  return Buffer.concat([header.block ?? Buffer.alloc(0), Buffer.from(text), Buffer.alloc(2048 - text.length)]);
}
const streamOf = (bytes: Buffer, step = bytes.length) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) => bytes.subarray(i * step, (i + 1) * step)),
    { objectMode: false },
  );
const refused = async (bytes: Buffer, reason: RegExp) => {
  const stream = streamOf(bytes);
  await assert.rejects(pastBeginning(stream, BOUNDS), reason);
  assert.ok(stream.destroyed);
};

test('what is no archive, or says to be too large at its beginning, is refused without reading on', async () => {
  await refused(Buffer.from('<!doctype html>'), /neither gzip nor tar/);
  await refused(Buffer.alloc(0), /neither gzip nor tar/);
  await refused(gzipSync(tarOf('top/big.bin', 64 * 1024 ** 3)), /more than 1048576 bytes/);
  await refused(tarOf('top/big.bin', 64 * 1024 ** 3), /more than 1048576 bytes/);
});

test('everything else arrives byte by byte as it was, for the agent to decide', async () => {
  const fine = tarOf('top/index.html', 4, 'Page');
  const large = Buffer.concat([tarOf('top/index.html', 4, 'Page'), Buffer.alloc(200_000, 'x')]);
  // Packed twice: only the first layer is opened here.
  const nested = gzipSync(gzipSync(tarOf('top/big.bin', 64 * 1024 ** 3)));
  const cut = gzipSync(fine).subarray(0, 40);
  for (const bytes of [gzipSync(fine), fine, large, nested, cut])
    for (const step of [7, bytes.length])
      assert.deepEqual(await buffer(await pastBeginning(streamOf(bytes, step), BOUNDS)), bytes);
});

test('an error of the stream reaches the reader, and a stream that nobody reads is closed', async () => {
  const broken = Readable.from(
    (async function* () {
      yield gzipSync(tarOf('top/index.html', 4, 'Page')).subarray(0, 20);
      throw new Error('the server hung up');
    })(),
    { objectMode: false },
  );
  await assert.rejects(buffer(await pastBeginning(broken, BOUNDS)), /the server hung up/);
  const unread = streamOf(Buffer.concat([tarOf('top/index.html', 4, 'Page'), Buffer.alloc(200_000)]), 70_000);
  const whole = await pastBeginning(unread, BOUNDS);
  const closed = new Promise((resolve) => void unread.once('close', resolve));
  whole.destroy();
  await closed;
});

/** An extended header of many short records before a file. */
function extendedTar(records: string): Buffer {
  const blockOf = (type: 'ExtendedHeader' | 'File', size: number) => {
    const header = new Header({ path: 'top/a', type, size, mode: 0o644 });
    header.encode();
    return header.block ?? Buffer.alloc(0);
  };
  const padding = Buffer.alloc((512 - (records.length % 512)) % 512);
  return Buffer.concat([blockOf('ExtendedHeader', records.length), Buffer.from(records), padding, blockOf('File', 0)]);
}

test('the loop turns while the beginning of a small archive of extended headers is looked at', async () => {
  const worst = [
    extendedTar('6 a=b\n'.repeat(170_000)),
    extendedTar('x\n'.repeat(500_000)),
    Buffer.concat(Array.from({ length: 600 }, () => extendedTar('6 a=b\n'.repeat(80)))),
  ];
  for (const bytes of worst) {
    const packed = gzipSync(bytes);
    const { cpuMs } = await loopCost(async () =>
      buffer(await pastBeginning(streamOf(packed), { ...BOUNDS, maxFiles: 20_000 })),
    );
    assert.ok(cpuMs <= LOOP_MS, `${cpuMs} ms`);
  }
});
