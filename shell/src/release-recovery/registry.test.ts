import type * as Core from '@panel/core';
import { api, panelStore, refreshPartner, registryAtom, userAtom, type Registry, type User } from '@panel/core';
import { avoided, seen } from '../boot/active-releases.ts';
import { integrityOf } from '../boot/integrity.ts';
import { tell } from './beacons.ts';
import { aboutTab, askRegistry, follow, isNewShell } from './registry.ts';

jest.mock('@panel/core', () => {
  const core = jest.requireActual<typeof Core>('@panel/core');
  // The initial HTML's registry, before this part is loaded.
  document.documentElement.dataset['view'] = 'view-token';
  core.panelStore.set(core.registryAtom, { buildId: 'b1', shell: 's1', remotes: [] });
  return {
    ...core,
    refreshPartner: jest.fn(),
    api: { platform: { state: jest.fn(), registry: jest.fn(), beacons: jest.fn() }, user: { profile: jest.fn() } },
  };
});
const { state, registry, beacons } = jest.mocked(api.platform);

const HASH = `sha384-${'b'.repeat(64)}`;
const newer = {
  buildId: 'b2',
  shell: 's2',
  remotes: [{ manifest: { id: 'mf-a' }, version: '2', base: '/remotes/mf-a/2/', integrity: { 'entry.js': HASH } }],
} as unknown as Registry;

beforeEach(() => {
  jest.resetAllMocks();
  avoided.clear();
  panelStore.set(registryAtom, { buildId: 'b1', shell: 's1', remotes: [] });
});

test('nothing is loaded while nothing has changed', async () => {
  state.mockResolvedValue({ buildId: 'b1' });
  await follow();
  expect(state).toHaveBeenCalledWith({ shell: 's1', view: 'view-token' });
  expect(registry).not.toHaveBeenCalled();
});

test('a change updates the registry and the partner, and allows the registry’s files', async () => {
  state.mockResolvedValue({ buildId: 'b2' });
  registry.mockResolvedValue(newer);
  await follow();
  expect(panelStore.get(registryAtom)).toBe(newer);
  expect(refreshPartner).toHaveBeenCalledTimes(1);
  expect(integrityOf('/remotes/mf-a/2/entry.js')).toBe(HASH);
});

test('whoever has lost the session keeps the sections until the sign-in, and is not shown those of a visitor', async () => {
  panelStore.set(userAtom, { id: 'u1' } as User);
  state.mockResolvedValue({ buildId: 'b2' });
  registry.mockResolvedValue(newer);
  jest.mocked(api.user.profile).mockRejectedValueOnce(new Error('Your session expired'));
  await expect(follow()).rejects.toThrow('Your session expired');
  expect(panelStore.get(registryAtom).buildId).toBe('b1');
  await follow();
  expect(panelStore.get(registryAtom)).toBe(newer);
  panelStore.set(userAtom, null);
});

test('an unreachable server, at either request, leaves everything unchanged', async () => {
  const before = panelStore.get(registryAtom);
  state.mockRejectedValueOnce(new Error('offline'));
  await expect(follow()).rejects.toThrow('offline');
  state.mockResolvedValue({ buildId: 'b2' });
  registry.mockRejectedValue(new Error('offline'));
  await expect(follow()).rejects.toThrow('offline');
  expect(panelStore.get(registryAtom)).toBe(before);
});

test('the tab reports its shell, and what it could not run: the latest twenty', () => {
  for (let version = 1; version <= 25; version += 1) avoided.add(`mf-a@${version}`);
  const { avoid = [], shell } = aboutTab();
  expect(shell).toBe('s1');
  expect(avoid).toHaveLength(20);
  expect(avoid.at(-1)).toBe('mf-a@25');
  expect([
    isNewShell(newer),
    isNewShell({ ...newer, shell: 's1' }),
    isNewShell({ ...newer, shell: undefined }),
  ]).toEqual([true, false, false]);
});

test('the token of the page view is renewed by every response, and reports carry the newest', async () => {
  beacons.mockResolvedValue({ status: true });
  const report = () => {
    seen.push({ package: 'mf-a', version: '1', kind: 'load', ms: 1 });
    tell();
    return beacons.mock.lastCall?.[0].token;
  };
  const first = report();
  state.mockResolvedValue({ buildId: 'b1', view: 'of-state' });
  await follow();
  const second = report();
  registry.mockResolvedValue({ ...newer, view: 'of-registry' });
  await askRegistry();
  registry.mockResolvedValue(newer);
  await askRegistry();
  expect([first, second, report()]).toEqual(['view-token', 'of-state', 'of-registry']);
});

test('observations are sent in parts that a call accepts, and a failure stays silent', async () => {
  beacons.mockRejectedValue(new Error('offline'));
  for (let at = 0; at < 60; at += 1) seen.push({ package: 'mf-a', version: '1', kind: 'load', ms: at + 0.4 });
  tell();
  tell();
  tell();
  expect(beacons.mock.calls.map(([{ events }]) => events.length)).toEqual([50, 10]);
  expect(beacons.mock.calls[0]?.[0].events[1]).toEqual({ package: 'mf-a', version: '1', kind: 'load', ms: 1 });
  await Promise.resolve();
});
