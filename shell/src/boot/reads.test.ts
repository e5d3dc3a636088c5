import { readdirSync } from 'node:fs';
import path from 'node:path';
import { applyBoot, queryClient, type RemoteManifest, type RemotePages } from '@panel/core';
import { fillRead } from '@panel/contract/routing';
import { partnerWith, userWith } from '../testing/declared.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const ID = '3f0c1c1e-0000-4000-8000-000000000000';

const remotes = readdirSync(ROOT).filter((name) => name.startsWith('mf-'));

/** Reading calls that the specification has as POST: a route cannot declare them, since the initial HTML asks by GET. */
const READ_BY_POST = new Set(['POST /stripe/products/prices']);

/** What the page's own prefetch asks for, without those. */
async function askedBy(pages: RemotePages, page: string): Promise<string[]> {
  const asked: string[] = [];
  window.fetch = globalThis.fetch = (request: RequestInfo | URL) => {
    const { method, url } = request as Request;
    const address = url.slice(window.location.origin.length);
    if (!READ_BY_POST.has(`${method} ${address}`)) asked.push(address);
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  };
  queryClient.clear();
  await (await pages[page]?.())?.prefetch?.({ params: { id: ID }, search: new URLSearchParams() });
  return asked.sort();
}

// The initial HTML asks for what a route reads, and the page takes the answers: both are made from the same definitions.
test.each(remotes)('%s: a page asks first for what its route reads', async (name) => {
  const source = path.join(ROOT, name, 'src');
  const { manifest } = (await import(path.join(source, 'manifest.ts'))) as { manifest: RemoteManifest };
  const { pages } = (await import(path.join(source, 'pages.ts'))) as { pages: RemotePages };
  applyBoot({
    partner: partnerWith(true),
    user: userWith('customer'),
    registry: { buildId: 'test', remotes: [] },
    nonce: 'test',
    mailOutbox: null,
  });
  for (const { page, path: at, reads = [] } of manifest.routes) {
    const expected = reads.map((read) => fillRead(read, { id: ID })).sort();
    expect({ at, asked: await askedBy(pages, page) }).toEqual({ at, asked: expected });
  }
});
