import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { crc32, deflateSync } from 'node:zlib';
import { PICTURE_SIZE } from '../../src/hosting/browser/browser-sandbox.ts';
import { checkedPicture } from '../../src/hosting/browser/check-picture.ts';
import { comparePictures } from '../../src/hosting/browser/compare-pictures.ts';

const { width, height } = PICTURE_SIZE;
const ROW = width * 3;
type Color = (x: number, y: number) => [number, number, number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The colours as a browser sends them, each row with the next of the given filters (PNG 1.2, chapter 6). */
function picture(colorAt: Color, filters: readonly number[] = [0]): Buffer {
  const colors = Buffer.alloc(ROW * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) colors.set(colorAt(x, y), y * ROW + 3 * x);
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (colors[y * ROW + x] ?? 0));
  const rows = Buffer.alloc((ROW + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filters[y % filters.length] ?? 0;
    rows[y * (ROW + 1)] = filter;
    for (let x = 0; x < ROW; x += 1) {
      const [left, up, corner] = [at(x - 3, y), at(x, y - 1), at(x - 3, y - 1)];
      const nearest = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      )[0];
      const guess = [0, left, up, Math.floor((left + up) / 2), nearest][filter] ?? 0;
      rows[y * (ROW + 1) + 1 + x] = (at(x, y) - guess) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  const checked = checkedPicture(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]), PICTURE_SIZE);
  assert.ok(checked);
  return checked;
}

const differingShare = (one: Buffer, other: Buffer) => comparePictures(one, other).differing;

const page: Color = (x, y) => [(x * 7) % 256, (y * 5) % 256, (x + y) % 256];

test('the same picture does not differ, however its rows are filtered', () => {
  const plain = picture(page);
  for (const filter of [1, 2, 3, 4])
    assert.equal(differingShare(plain, picture(page, [filter])), 0, `filter ${filter}`);
  assert.equal(differingShare(plain, picture(page, [4, 0, 2, 1, 3])), 0);
});

test('the share of pixels with other colours is counted, and a slight shade is not', () => {
  const half: Color = (x, y) => (x < width / 2 ? page(x, y) : [255 - (page(x, y)[0] & 0x80), 0, 0]);
  const shade: Color = (x, y) => page(x, y).map((value) => Math.min(255, value + 20)) as [number, number, number];
  assert.equal(differingShare(picture(page), picture(shade)), 0);
  assert.ok(Math.abs(differingShare(picture(page), picture(half)) - 0.5) < 0.05);
  assert.equal(
    differingShare(
      picture(() => [0, 0, 0]),
      picture(() => [255, 255, 255]),
    ),
    1,
  );
});

test('what differs is marked in a picture of the same form', () => {
  const [red, blue] = [
    [200, 30, 30],
    [30, 30, 200],
  ] as const;
  const half: Color = (x) => [...(x < width / 2 ? red : blue)];
  const { marked } = comparePictures(
    picture(() => [...red]),
    picture(half),
  );
  assert.ok(checkedPicture(marked, PICTURE_SIZE));
  const { data } = PNG.sync.read(marked);
  const at = (x: number) => [...data.subarray((10 * width + x) * 4, (10 * width + x) * 4 + 3)];
  assert.deepEqual(at(width - 10), [255, 0, 0]);
  assert.notDeepEqual(at(10), [255, 0, 0]);
});
