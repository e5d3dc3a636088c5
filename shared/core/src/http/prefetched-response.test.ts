import type { PrefetchedReads } from '@panel/contract/wire';
import { fetchOnce } from './prefetched-response.ts';

const early = globalThis as PrefetchedReads;
const at = (path: string, init?: RequestInit) => new Request(`${window.location.origin}${path}`, init);
const answer = (text: string) => new Response(text);
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push((input as Request).url.slice(window.location.origin.length));
    return answer('asked now');
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete early.panelReads;
});

const read = async (request: Request) => (await fetchOnce(request)).text();

test('a prefetched response is used once, and only for the same address', async () => {
  early.panelReads = { '/site/filter?pageIndex=0': Promise.resolve(answer('early')) };
  expect(await read(at('/site/filter?pageIndex=1'))).toBe('asked now');
  expect(await read(at('/site/filter?pageIndex=0'))).toBe('early');
  expect(await read(at('/site/filter?pageIndex=0'))).toBe('asked now');
  expect(asked).toEqual(['/site/filter?pageIndex=1', '/site/filter?pageIndex=0']);
});

test('a read never answers a write', async () => {
  early.panelReads = { '/site': Promise.resolve(answer('early')) };
  expect(await read(at('/site', { method: 'POST', body: '{}' }))).toBe('asked now');
});

test('without a response the request is made now', async () => {
  early.panelReads = { '/site/summary': Promise.resolve(0) };
  expect(await read(at('/site/summary'))).toBe('asked now');
});

test('a request that the page has made first is marked, so that the HTML does not repeat it', async () => {
  early.panelReads = {};
  expect(await read(at('/site/summary'))).toBe('asked now');
  expect(Object.keys(early.panelReads)).toEqual(['/site/summary']);
});

test('an unused response expires', async () => {
  early.panelReads = { '/site/summary': Promise.resolve(answer('early')) };
  jest.spyOn(performance, 'now').mockReturnValue(10_001);
  expect(await read(at('/site/summary'))).toBe('asked now');
});
