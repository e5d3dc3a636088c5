import { preloadRoute } from './preload-route.ts';

const mockPrefetch = jest.fn<unknown, []>();
jest.mock('./load-page.ts', () => ({ loadPage: () => Promise.resolve({ prefetch: mockPrefetch }) }));

const FAILURES: [how: string, prefetch: () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('id is undefined');
    },
  ],
  ['returns a rejected promise', () => Promise.reject(new Error('no answer'))],
];

// The first page renders afterwards: a failure here would keep the whole panel from rendering.
test.each(FAILURES)('preloading succeeds even if the page’s prefetch %s', async (_how, prefetch) => {
  mockPrefetch.mockReset().mockImplementation(prefetch);
  await expect(preloadRoute('/get-started')).resolves.toBeUndefined();
  expect(mockPrefetch).toHaveBeenCalledTimes(1);
});

test('an address with two slashes is a path of the panel', async () => {
  await expect(preloadRoute('//')).resolves.toBeUndefined();
});
