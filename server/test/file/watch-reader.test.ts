import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { mock, test } from 'node:test';
import { watchReader } from '../../src/modules/file/file-download.page.ts';

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;

test('a reader who takes less than 1 MB a minute while there is more loses the place, one who takes it keeps it', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const body = new PassThrough({ highWaterMark: 4 * MB });
  const cut = mock.fn();
  const end = watchReader(body, cut);
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(cut.mock.callCount(), 0, 'nothing waits for the reader');
  const part = Buffer.alloc(2 * MB);
  for (let written = true; written;) written = body.write(part);
  assert.equal(body.read()?.length > 0, true);
  for (let written = true; written;) written = body.write(part);
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(cut.mock.callCount(), 0, 'more than 1 MB was read');
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(cut.mock.callCount(), 1);
  end();
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(cut.mock.callCount(), 1);
  body.destroy();
});
