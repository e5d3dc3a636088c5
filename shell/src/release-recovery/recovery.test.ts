import type { PlatformError } from '@panel/contract/platform-errors';
import type { PageModule, Registry } from '@panel/core';
import { avoided, seen } from '../boot/active-releases.ts';
import { PageLoadError } from '../boot/load-errors.ts';
import { loadPage } from '../boot/load-page.ts';
import { remoteOf, type Remote } from '../boot/remote.ts';
import { tell } from './beacons.ts';
import { diagnose } from './diagnose.ts';
import { pageBroke, prepareRetry, recover } from './recovery.ts';
import { adopt, askRegistry } from './registry.ts';

// Replaces the source of code and registry, and records reports.
jest.mock('../boot/load-page.ts', () => ({ loadPage: jest.fn() }));
jest.mock('../boot/remote.ts', () => ({ remoteOf: jest.fn(), SHELL_ID: 'shell' }));
jest.mock('./registry.ts', () => ({ adopt: jest.fn(), askRegistry: jest.fn(), ownShell: 'shell1' }));
jest.mock('./diagnose.ts', () => ({ ...jest.requireActual<object>('./diagnose.ts'), diagnose: jest.fn() }));
jest.mock('./beacons.ts', () => ({ tell: jest.fn() }));

const remote = (id: string, version: string, more: Partial<Remote> = {}) =>
  ({ manifest: { id }, version, ...more }) as Remote;
const registry = (...remotes: Remote[]) => ({ buildId: 'x', remotes }) as Registry;
const page: PageModule = { Component: () => null };

/** A release of a remote that has not failed in another test; the server responds with `offers`. */
let count = 0;
function failing(number: PlatformError, offers?: (id: string) => Registry) {
  const id = `mf-r${(count += 1)}`;
  jest.mocked(diagnose).mockResolvedValue({ number, file: null });
  jest
    .mocked(askRegistry)
    .mockImplementation(() => (offers ? Promise.resolve(offers(id)) : Promise.reject(new Error('offline'))));
  return {
    id,
    failed: { remoteId: id, page: 'home', remote: remote(id, 'new'), error: new PageLoadError('P201', id) },
  };
}

beforeEach(() => {
  jest.resetAllMocks();
  seen.length = 0;
  jest.mocked(loadPage).mockResolvedValue(page);
  jest.mocked(remoteOf).mockImplementation((id, from) => from?.remotes.find(({ manifest }) => manifest.id === id));
});

test('a release that fails to load is replaced by the one that the server names, and reported', async () => {
  const { id, failed } = failing('P203', (name) => registry(remote(name, 'old')));
  await expect(recover(failed)).resolves.toBe(page);
  expect(loadPage).toHaveBeenCalledWith(id, 'home', expect.objectContaining({ version: 'old' }));
  expect(adopt).toHaveBeenCalledTimes(1);
  expect(avoided.has(`${id}@new`)).toBe(true);
  expect(seen).toEqual([{ package: id, version: 'new', kind: 'error', reason: 'P203', detail: 'home' }]);
  expect(tell).toHaveBeenCalled();
});

test.each([
  ['the same again', (id: string) => registry(remote(id, 'new'))],
  ['one that is refused as well', (id: string) => registry(remote(id, 'old', { refused: 'P102' }))],
  ['no such remote', () => registry()],
  ['no answer', undefined],
] as const)('with %s the section says what happened, and the release may be tried again', async (_name, offers) => {
  const { id, failed } = failing('P206', offers);
  await expect(recover(failed)).rejects.toMatchObject({
    number: 'P206',
    message: 'Part of its code didn’t load.',
  });
  expect(loadPage).not.toHaveBeenCalled();
  expect(avoided.has(`${id}@new`)).toBe(false);
});

test('another release is requested once, and one that failed before is no help', async () => {
  const { failed } = failing('P205', (id) => registry(remote(id, 'old')));
  await recover(failed);
  await expect(recover(failed)).rejects.toMatchObject({ number: 'P205' });
  jest.mocked(askRegistry).mockResolvedValue(registry(failed.remote));
  await expect(recover({ ...failed, remote: remote(failed.remoteId, 'old') })).rejects.toMatchObject({
    number: 'P205',
  });
  expect(loadPage).toHaveBeenCalledTimes(1);
});

test('a failure that does not count against the release changes nothing', async () => {
  const { failed } = failing('P207', (id) => registry(remote(id, 'old')));
  await expect(recover(failed)).rejects.toMatchObject({ number: 'P207' });
  expect(askRegistry).not.toHaveBeenCalled();
});

test('a developer’s remote is neither reported nor replaced', async () => {
  const { failed } = failing('P201', (id) => registry(remote(id, 'old')));
  await expect(recover({ ...failed, remote: remote(failed.remoteId, 'local') })).rejects.toMatchObject({
    number: 'P201',
  });
  expect(seen).toEqual([]);
  expect(askRegistry).not.toHaveBeenCalled();
});

test('a page that throws is reported with its message, and replaced as well', async () => {
  const { id } = failing('P208', (name) => registry(remote(name, 'old')));
  await expect(
    pageBroke({ remoteId: id, page: 'home', remote: remote(id, 'new'), cause: new Error('x is undefined') }),
  ).resolves.toBe(true);
  expect(seen).toMatchObject([{ reason: 'P208', detail: 'home: x is undefined' }]);
});

test('code that throws while it loads is logged, and reported with its message and stack', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { id, failed } = failing('P209', (name) => registry(remote(name, 'old')));
  const thrown = new Error('x is undefined\nat once');
  jest.mocked(diagnose).mockResolvedValue({ number: 'P209', file: null, thrown });
  await expect(recover(failed)).resolves.toBe(page);
  expect(error).toHaveBeenCalledWith(thrown);
  expect(seen).toMatchObject([
    { package: id, version: 'new', reason: 'P209', detail: 'home: x is undefined\nat once' },
  ]);
  expect(seen[0]?.stack).toMatch(/^at .*recovery\.test\.ts:\d+:\d+/);
});

test('a shell page that throws counts for its release', async () => {
  await expect(
    pageBroke({ remoteId: 'shell', page: 'dashboard', remote: undefined, cause: new Error('x is undefined') }),
  ).resolves.toBe(false);
  expect(seen).toEqual([
    {
      package: 'shell',
      version: 'shell1',
      kind: 'error',
      reason: 'P208',
      detail: 'dashboard: x is undefined',
      stack: expect.stringContaining('recovery.test.ts'),
    },
  ]);
  expect(tell).toHaveBeenCalled();
});

test.each([
  ['P205', null, 'P205'],
  ['P204', null, 'P204'],
  // The initial HTML's own script has reported the file.
  ['P206', '/shell/shell1/dashboard.js', null],
] as const)(
  'a failing shell part with %s is reported once, and a reload gets another release',
  async (number, file, told) => {
    document.cookie = 'panel_avoid=; path=/; max-age=0';
    jest.mocked(diagnose).mockResolvedValue({ number, file });
    await expect(
      recover({ remoteId: 'shell', page: 'dashboard', remote: undefined, error: new PageLoadError('P206', 'shell') }),
    ).rejects.toMatchObject({ number });
    expect(seen.map(({ package: name, version, reason }) => `${name}@${version} ${reason}`)).toEqual(
      told ? [`shell@shell1 ${told}`] : [],
    );
    expect(document.cookie).toContain('panel_avoid=shell@shell1');
    expect(askRegistry).not.toHaveBeenCalled();
  },
);

test('Retry applies the current registry; without a response it continues with what is known', async () => {
  jest.mocked(askRegistry).mockResolvedValueOnce(registry(remote('mf-a', '2')));
  await prepareRetry('mf-a');
  expect(adopt).toHaveBeenCalledTimes(1);
  jest.mocked(askRegistry).mockRejectedValue(new Error('offline'));
  jest.mocked(remoteOf).mockReturnValueOnce(remote('mf-a', '2'));
  await prepareRetry('mf-a');
  await expect(prepareRetry('mf-b')).rejects.toMatchObject({
    number: 'P301',
    message: 'The list of sections didn’t load.',
  });
});
