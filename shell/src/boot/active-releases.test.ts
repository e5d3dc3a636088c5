import { panelStore, registryAtom } from '@panel/core';
import { markShown, seen } from './active-releases.ts';

test('the first displayed page counts as a load of the shell, once; every page counts for its remote', () => {
  panelStore.set(registryAtom, { buildId: 'b', shell: 'shell1', remotes: [] });
  const remote = {
    manifest: { id: 'mf-sites', name: 'Sites', routes: [], menu: [], slots: [], offers: [] },
    version: 's1',
    base: '/remotes/mf-sites/s1/',
    integrity: {},
    container: 'mf_sites',
    entry: '/remotes/mf-sites/s1/e.js',
    preload: [],
    pages: {},
  };
  markShown('shell', undefined, 10);
  markShown('mf-sites', remote, 20);
  markShown('mf-sites', remote, 30);
  expect(seen).toEqual([
    { package: 'shell', version: 'shell1', kind: 'load', ms: expect.any(Number) },
    { package: 'mf-sites', version: 's1', kind: 'load', ms: 20 },
    { package: 'mf-sites', version: 's1', kind: 'load', ms: 30 },
  ]);
  expect(seen[0]?.ms).toBeGreaterThan(10);
});
