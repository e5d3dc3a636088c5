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

test('Next.js is started with a host, unless the code names one', () => {
  const startOf = (start: string | null, scripts = ['build', 'start']) =>
    decideSettings(facts({ start, scripts, packages: ['next'] }), {}, NODES).start_command;
  assert.equal(startOf('next start'), 'next start -H 127.0.0.1');
  assert.equal(startOf(null, ['build']), 'npx next start -H 127.0.0.1');
  assert.equal(startOf('next start --hostname 0.0.0.0'), 'next start --hostname 0.0.0.0');
  assert.equal(startOf('node server.js'), 'node server.js');
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
