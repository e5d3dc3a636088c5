import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { platformErrors } from '@panel/contract/platform-errors';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'docs', 'errors');
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

test('every platform error has a page, titled with its message, and a row in the table', () => {
  const overview = read('README.md');
  for (const [number, words] of Object.entries(platformErrors)) {
    const page = read(`${number}.md`);
    assert.ok(page.startsWith(`# ${number} ${words}\n`), number);
    for (const part of ['What the user sees', 'What it means', 'Find the cause', 'Fix it', 'Prevent it'])
      assert.ok(page.includes(`**${part}.**`), `${number}: ${part}`);
    assert.ok(overview.includes(`| [${number}](${number}.md) | ${words} |`), number);
  }
});

test('there are no pages of unknown errors', () => {
  const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  assert.deepEqual(
    pages.sort(),
    Object.keys(platformErrors)
      .map((number) => `${number}.md`)
      .sort(),
  );
});
