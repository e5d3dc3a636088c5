import { readdirSync } from 'node:fs';
import path from 'node:path';
import { applyBoot, queryClient, type RemoteManifest, type RemotePages } from '@panel/core';
import { fillRead } from '@panel/contract/routing';
import { partnerWith, userWith } from '../testing/declared.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const ID = '3f0c1c1e-0000-4000-8000-000000000000';

const remotes = readdirSync(ROOT).filter((name) => name.startsWith('mf-'));

/** What the page's own prefetch asks for, and the initial HTML can: it asks by GET alone. */
async function askedBy(pages: RemotePages, page: string): Promise<string[]> {
  const asked: string[] = [];
  window.fetch = globalThis.fetch = (request: RequestInfo | URL) => {
    const { method, url } = request as Request;
    if (method === 'GET') asked.push(url.slice(window.location.origin.length));
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
