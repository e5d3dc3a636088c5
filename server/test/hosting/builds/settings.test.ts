import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '../../../src/hosting/builds/child/answer.ts';
import { decideSettings } from '../../../src/hosting/builds/settings.ts';

const NODES = { offered: ['24', '22'], own: '24' };
const facts = (more: Partial<Facts>): Facts => ({
  ...{ hasPackage: true, hasIndex: false, framework: { id: 'vite', name: 'Vite' }, output: 'dist', manager: 'npm' },
  ...{
    isBerry: false,
    locks: [],
    isWorkspace: false,
    scripts: ['build'],
    start: null,
    files: 3,
    bytes: 100,
    packages: ['vite'],
  },
  ...{ main: null, node: null, exportsFiles: false, fetchesFonts: false, commit: null },
  ...more,
});

test('the output of an application in a folder is below that folder', () => {
  const outputOf = (root_folder: string, output: string) =>
    decideSettings(facts({ output }), { root_folder }, NODES).output_folder;
  assert.equal(outputOf('', 'dist'), 'dist');
  assert.equal(outputOf('apps/web', 'apps/web/dist'), 'dist');
  assert.equal(outputOf('apps/web', 'dist'), 'dist');
  assert.equal(outputOf('apps/web', 'apps/website/dist'), 'apps/website/dist');
  assert.equal(outputOf('apps/web', '../dist'), null);
});
