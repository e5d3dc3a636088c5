import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { FOREIGN_READERS, WAYS, type Way } from './foreign-readers.ts';

const SOURCES = path.join(import.meta.dirname, '../../src');
/** What runs in a sandbox of its own, and what only tests and demo data use. */
const ELSEWHERE = /^(?:testing|seed)\/|\/child\/|^hosting\/wasm\/(?:worker|php-instance)\.ts$/;
const COMMENT_OR_DECLARATION = /^\s*(?:\*|\/\/|\/\*\*|import|(?:export )?(?:async )?function)/;

const files = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !ELSEWHERE.test(file))
  .map((file) => {
    const lines = readFileSync(path.join(SOURCES, file), 'utf8').split('\n');
    return { file, text: lines.filter((line) => !COMMENT_OR_DECLARATION.test(line)).join('\n') };
  });

for (const way of Object.keys(WAYS) as Way[])
  test(`every place that reads what others wrote is declared with its bound: ${way}`, () => {
    const found = files.filter(({ text }) => WAYS[way].test(text)).map(({ file }) => file);
    assert.deepEqual(
      found.toSorted(),
      Object.keys(FOREIGN_READERS[way]).toSorted(),
      'say in foreign-readers.ts what bounds it',
    );
  });
