import type { PlatformError } from '@panel/contract/platform-errors';
import { PageLoadError } from '../boot/load-errors.ts';
import type { Remote } from '../boot/remote.ts';
import { diagnose } from './diagnose.ts';
import { fetchFile } from './fetch-file.ts';

// Replaces the network.
jest.mock('./fetch-file.ts', () => ({ fetchFile: jest.fn() }));
jest.mock('../boot/integrity.ts', () => ({ integrityOf: async () => 'sha384-x' }));

const remote = { manifest: { id: 'mf-x' }, version: '1', entry: '/remotes/mf-x/1/entry.js' } as Remote;
const failed = (number: PlatformError, cause: unknown) => ({
  remoteId: 'mf-x',
  page: 'home',
  remote,
  error: new PageLoadError(number, 'mf-x', cause),
});
const named = (name: string): Error => Object.assign(new Error('…'), { name });

const thrown = new TypeError('x is undefined');

test.each([
  ['the table of pages', 'P201', thrown],
  ['the table of pages, in each of two attempts', 'P201', new AggregateError([thrown, thrown])],
  ['the module of a page', 'P206', thrown],
] as const)('%s throws: an error of its own, with what was thrown', async (_what, number, cause) => {
  expect(await diagnose(failed(number, cause))).toEqual({ number: 'P209', file: null, thrown });
  expect(fetchFile).not.toHaveBeenCalled();
});

test.each([
  ['an entry that does not arrive', 'EntryLoadError', 'P201'],
  ['an entry without a container', 'NoContainerError', 'P201'],
] as const)('the file of %s is examined', async (_what, name, number) => {
  jest.mocked(fetchFile).mockRejectedValue(new TypeError('offline'));
  expect(await diagnose(failed('P201', named(name)))).toMatchObject({ number, file: remote.entry });
});

test('a part that does not arrive is not an error of the code', async () => {
  jest.mocked(fetchFile).mockRejectedValue(new TypeError('offline'));
  const cause = Object.assign(named('ChunkLoadError'), { request: '/remotes/mf-x/1/part.js' });
  expect(await diagnose(failed('P206', cause))).toEqual({
    number: 'P206',
    file: '/remotes/mf-x/1/part.js',
    isGood: false,
  });
});
