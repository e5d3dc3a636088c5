import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Build } from '@panel/contract/release';
import { distOf, packageOf } from '../src/index.ts';

/* The shell's lazy parts in its build: who loads them, and their size (ADR 0035). */

const DIST = distOf(packageOf('shell'));
const shell = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8')) as Build;
const rich = shell.shared['@panel/ui/rich'] ?? [];
const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(join(DIST, `${file}.br`)).size, 0) / 1000;

test('rich parts have files of their own, outside of the first script and the tables', () => {
  assert.ok(rich.length > 0, 'the shell provides @panel/ui/rich');
  const others = [shell.entry, ...shell.preload, ...(shell.shared['@panel/ui/data'] ?? [])];
  assert.deepEqual(
    rich.filter((file) => others.includes(file)),
    [],
  );
  const text = readFileSync(join(DIST, shell.entry), 'utf8');
  assert.equal(/ant-picker|recharts-/.test(text), false, 'no antd and no chart library in the first script');
});

test('no page of the shell waits for rich parts', () => {
  const pages = Object.values(shell.pages);
  assert.ok(pages.length > 5);
  assert.equal(
    pages.some(({ shared }) => shared.includes('@panel/ui/rich')),
    false,
  );
});

test('rich parts stay below 260 KB', () => assert.ok(kilobytes(rich) < 260, `${kilobytes(rich)} KB`));
