import type { PrefetchedReads } from '@panel/contract/wire';

/** After this time, an unused response is outdated. */
const FRESH_MS = 10_000;

/**
 * `fetch` for the panel's calls: uses the response that the initial HTML has requested
 * (server/src/platform/web/document.ts) once; requests everything else. Rejects as `fetch` does.
 */
export async function fetchOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const reads = (globalThis as PrefetchedReads).panelReads;
  const address =
    input instanceof Request && input.method === 'GET' ? input.url.slice(window.location.origin.length) : '';
  if (!reads || !address || performance.now() > FRESH_MS) return fetch(input, init);
  const early = reads[address];
  reads[address] = 0;
  return (await early) || fetch(input, init);
}
