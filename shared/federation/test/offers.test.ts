import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stampOf } from '../src/fresh.ts';
import { inputHash } from '../src/input-hash.ts';
import { freshOffers } from '../src/offers.ts';
import { distOf } from '../src/packages.ts';

test('only a shell that is built from its current sources has offers to pack', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'panel-shell-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const shell = { id: 'shell', folder };
  const dist = distOf(shell);
  mkdirSync(join(folder, 'src'));
  mkdirSync(dist);
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'src', 'main.ts'), 'export {};');
  assert.equal(freshOffers(shell), null);
  const offers = { shared: {}, exports: { '@panel/ui': ['Page'] } };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ offers }));
  assert.equal(freshOffers(shell), null);
  writeFileSync(stampOf(dist), inputHash(shell));
  assert.deepEqual(freshOffers(shell), offers);
  writeFileSync(join(folder, 'src', 'main.ts'), 'export const more = 1;');
  assert.equal(freshOffers(shell), null);
});
