import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { checkedPicture } from '../../src/hosting/browser/check-picture.ts';

const SIZE = { width: 8, height: 4 };
const ROWS = Buffer.alloc((SIZE.width * 3 + 1) * SIZE.height);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function header(width: number, height: number, rest = [8, 2, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set(rest, 8);
  return chunk('IHDR', data);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const END = chunk('IEND', Buffer.alloc(0));
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks, END]);
const pixels = (rows: Buffer) => chunk('IDAT', deflateSync(rows));
const good = png(header(8, 4), pixels(ROWS));

test('a picture of the expected size is kept, and nothing but its pixels', () => {
  const noisy = png(header(8, 4), chunk('tEXt', Buffer.from('Comment\0<script>')), pixels(ROWS));
  assert.deepEqual(checkedPicture(noisy, SIZE), checkedPicture(good, SIZE));
  assert.deepEqual(checkedPicture(good, SIZE), good);
  const half = deflateSync(ROWS);
  const split = png(header(8, 4), chunk('IDAT', half.subarray(0, 5)), chunk('IDAT', half.subarray(5)));
  assert.deepEqual(checkedPicture(split, SIZE), good);
});

const damaged = Buffer.from(good);
damaged[SIGNATURE.length + 20] = 7;
const badFilter = Buffer.from(ROWS);
badFilter[0] = 5;

for (const [what, bytes] of Object.entries({
  nothing: Buffer.alloc(0),
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a truncated picture': good.subarray(0, good.length - 14),
  'another size': png(header(8, 5), pixels(ROWS)),
  'other colours': png(header(8, 4, [16, 6, 0, 0, 0]), pixels(ROWS)),
  'a wrong checksum': damaged,
  'too few rows': png(header(8, 4), pixels(ROWS.subarray(1))),
  'a bomb': png(header(8, 4), pixels(Buffer.alloc(50_000_000))),
  'an unknown filter': png(header(8, 4), pixels(badFilter)),
  'no pixels': png(header(8, 4)),
  'rows with much behind them': png(
    header(8, 4),
    chunk('IDAT', Buffer.concat([deflateSync(ROWS), Buffer.alloc(100_000)])),
  ),
}))
  test(`${what} is not a picture`, () => assert.equal(checkedPicture(bytes, SIZE), null));
