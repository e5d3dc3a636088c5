import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostingDriver } from '../../src/hosting/index.ts';
import { pageAddresses } from '../../src/modules/migration/compare-pages.ts';

type Result = Awaited<ReturnType<HostingDriver['exec']>>;

/** A site in which WordPress with plugins, and without them, has these results. */
const hostingOf = (results: Record<'whole' | 'alone', Result>) =>
  ({
    exec: async (_siteId: string, args: string[]) => results[args.includes('--skip-plugins') ? 'alone' : 'whole'],
  }) as unknown as HostingDriver;

const answered = (value: unknown): Result => ({
  code: 0,
  stdout: `\npanel-answer:${JSON.stringify(value)}\n`,
  stderr: '',
});
const ALONE = { paths: ['/about'], total: 1, unknown: [{ type: 'product', count: 12 }] };

async function listed(whole: Result) {
  const notes: string[] = [];
  const options = { signal: new AbortController().signal, note: (line: string) => void notes.push(line) };
  const found = await pageAddresses(hostingOf({ whole, alone: answered(ALONE) }), 'site', options);
  return { ...found, notes };
}

test('what plugins publish is listed with them', async () => {
  const found = await listed(answered({ paths: ['/about', '/product/bread'], total: 2, unknown: [] }));
  assert.deepEqual(found, { paths: ['/', '/about', '/product/bread'], others: 0, notes: [] });
});

test('where a plugin fails, what it publishes is left out, counted and named', async () => {
  const { paths, others, notes } = await listed({ code: 255, stdout: '', stderr: 'Fatal error' });
  assert.deepEqual([paths, others], [['/', '/about'], 12]);
  assert.match(notes.join(), /left out: 12 of the type product/);
});
