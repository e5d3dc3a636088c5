import type { PageModule, Registry } from '@panel/core';
import { seen } from '../boot/active-releases.ts';
import { PageLoadError } from '../boot/load-errors.ts';
import { forgetPages, loadPage } from '../boot/load-page.ts';
import type { Remote } from '../boot/remote.ts';
import { diagnose } from './diagnose.ts';
import { prepareRetry, recover } from './recovery.ts';
import { askRegistry } from './registry.ts';

jest.mock('../boot/load-page.ts', () => ({ loadPage: jest.fn(), forgetPages: jest.fn() }));
jest.mock('../boot/remote.ts', () => ({ remoteOf: jest.fn(), SHELL_ID: 'shell' }));
jest.mock('./registry.ts', () => ({ adopt: jest.fn(), askRegistry: jest.fn(), ownShell: 'shell1' }));
jest.mock('./diagnose.ts', () => ({ ...jest.requireActual<object>('./diagnose.ts'), diagnose: jest.fn() }));
jest.mock('./beacons.ts', () => ({ tell: jest.fn() }));

const page: PageModule = { Component: () => null };
const failed = (id: string) => ({
  remoteId: id,
  page: 'home',
  remote: { manifest: { id }, version: '1' } as Remote,
  error: new PageLoadError('P206', id),
});

beforeEach(() => {
  jest.clearAllMocks();
  seen.length = 0;
  jest.mocked(loadPage).mockResolvedValue(page);
  jest.mocked(askRegistry).mockResolvedValue({ buildId: 'x', remotes: [] } satisfies Registry);
});

test('a file that works by now is loaded once more, and nobody notices', async () => {
  jest.mocked(diagnose).mockResolvedValue({ number: 'P206', file: '/part.js', isGood: true });
  await expect(recover(failed('mf-x'))).resolves.toBe(page);
  expect(forgetPages).toHaveBeenCalledWith('mf-x', false);
  expect(loadPage).toHaveBeenCalledWith('mf-x', 'home', expect.objectContaining({ version: '1' }));
  expect(seen).toEqual([]);
});

test('it is retried once, and once more after each Retry', async () => {
  jest.mocked(diagnose).mockResolvedValue({ number: 'P206', file: '/part.js', isGood: true });
  await recover(failed('mf-y'));
  await expect(recover(failed('mf-y'))).rejects.toMatchObject({ number: 'P206' });
  expect(seen).toMatchObject([{ package: 'mf-y', reason: 'P206' }]);
  await prepareRetry('mf-y');
  await expect(recover(failed('mf-y'))).resolves.toBe(page);
});

test('a file that still fails is reported immediately', async () => {
  jest.mocked(diagnose).mockResolvedValue({ number: 'P203', file: '/part.js', isGood: false });
  await expect(recover(failed('mf-z'))).rejects.toMatchObject({ number: 'P203' });
  expect(loadPage).not.toHaveBeenCalled();
});
