import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineLimiter, LONGEST_LINE, type LeftOut } from '../../../src/hosting/node/line-limiter.ts';

function limited(chunks: readonly string[], limits: Partial<Parameters<typeof createLineLimiter>[0]> = {}) {
  const lines: string[] = [];
  const leftOut: LeftOut[] = [];
  const limiter = createLineLimiter(
    { headBytes: 1000, tailBytes: 1000, secrets: [], ...limits },
    { line: (text) => void lines.push(text), leftOut: (what) => void leftOut.push(what) },
  );
  const write = limiter.stream();
  for (const chunk of chunks) write(Buffer.from(chunk));
  limiter.end();
  return { lines, leftOut };
}

test('lines come as they are, with colors, and without what moves the cursor', () => {
  const { lines } = limited([
    'a\nb',
    'c\r\n\u001B[32mgreen\u001B[0m\u001B[2K\u001B]0;title\u0007 x\n50 %\r100 %\nlast',
  ]);
  assert.deepEqual(lines, ['a', 'bc', '\u001B[32mgreen\u001B[0m x', '100 %', 'last']);
});

test('secrets are masked, across chunks and where a long line is cut', () => {
  const secrets = ['s3cret-value', 'short', 'line-one\nline-two'];
  assert.deepEqual(limited(['a s3cr', 'et-value b short\nline-two\n'], { secrets }).lines, [
    'a •••••• b short',
    '••••••',
  ]);
  const { lines } = limited([`${'x'.repeat(LONGEST_LINE - 5)}s3cret-value more\n`], { secrets, headBytes: 100_000 });
  assert.ok(!lines.join('').includes('s3c') && lines[0]?.endsWith('more characters'));
});

test('the beginning and the end stay, and the middle is counted', () => {
  const given = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
  const { lines, leftOut } = limited([`${given.join('\n')}\n`]);
  assert.equal(lines[0], 'line 0');
  assert.equal(lines.at(-1), 'line 999');
  assert.equal(lines.length + (leftOut[0]?.lines ?? 0), 1000);
});
