import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpressions, createJudge, expressionsIn } from '../lib/expression-checks.ts';

const FILE = 'server/src/lib/example.ts';
const { judge } = createJudge('/nowhere');
const found = async (text: string, file = FILE) =>
  (await checkExpressions([{ file, text }], judge)).map(({ line, message }) => `${line} ${message}`);

test('literals and built expressions are found, with their lines', () => {
  const text = "const a = /a\\/b+/gi;\n\nconst b = new RegExp(`^${a}:(.*)$`, 'im');\nconst c = RegExp(name);";
  assert.deepEqual(expressionsIn({ file: FILE, text }), [
    { pattern: 'a\\/b+', flags: 'gi', line: 1, isBuilt: false },
    { pattern: '^a:(.*)$', flags: 'im', line: 3, isBuilt: true },
    { pattern: null, flags: '', line: 4, isBuilt: true },
  ]);
});

test('quadratic time needs a bound above it; anything worse is refused with it', async () => {
  assert.deepEqual(await found('const a = /^[a-z]+$/;'), []);
  assert.match((await found('const a = /\\s+$/;'))[0] ?? '', /^1 .*square of its input/);
  assert.deepEqual(await found('// bounded: a name of 20 characters\nconst a = /\\s+$/;'), []);
  assert.match((await found('// bounded:\nconst a = /\\s+$/;'))[0] ?? '', /square of its input/);
  assert.match(
    (await found('// bounded: 20 characters\nconst a = /^(a+)+$/;'))[0] ?? '',
    /^2 .*faster than the square/,
  );
  assert.match((await found('const a = new RegExp(name);'))[0] ?? '', /cannot be judged/);
  assert.deepEqual(await found('const a = /^(a+)+$/;', 'server/test/lib/example.test.ts'), []);
});
