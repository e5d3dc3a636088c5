import type { PageServer } from '../../hosting/browser/page-server.ts';
import { outsideServer } from '../../hosting/browser/page-server.ts';
import type { StoredPage } from '../../db/schema/migration.table.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { migrationPictureKey, type PictureSide } from './migration-pictures.ts';

/** All pictures of one migration together, in bytes and in time; pages after that have none. */
const TOTAL_BYTES = 24 * 2 ** 20;
const TOTAL_MS = 15 * 60_000;
/** The first pages are pictured: a picture takes seconds. */
const PICTURED_MAX = 20;
/** Dates, visitors and adverts differ; below this, something is missing. */
const SIMILAR = 0.8;

type Pictured = {
  context: StepContext;
  migration: { id: string; siteId: string };
  pages: readonly StoredPage[];
  copy: { url: string; server: PageServer };
  /** Null when its address is not known. */
  sourceUrl: string | null;
};

/**
 * Pictures the pages that answered on both sides and compares the pictures, one page after the other. A page that cannot
 * be pictured has no picture, which fails nothing.
 */
export async function picturePages({ context, migration, pages, copy, sourceUrl }: Pictured): Promise<StoredPage[]> {
  const { app, signal, progress } = context;
  const { pictures, outside, storage } = app;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]);
  let bytesLeft = TOTAL_BYTES;

  /** Null when it fails, unless the task must stop. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      app.log.info({ err: error, siteId: migration.siteId }, 'a page of a migration has no picture');
      return null;
    }
  };
  const take = (url: URL, server: PageServer) =>
    attempt(
      async () =>
        (await pictures?.takePage({ siteId: migration.siteId, url: url.href, server, signal: limit })) ?? null,
    );
  /** The browser reads one host, so redirects to another one are followed before. */
  const takeOriginal = async (path: string): Promise<Buffer | null> => {
    if (sourceUrl === null) return null;
    const options = { signal: limit, protocols: ['https:', 'http:'] } as const;
    const last = await attempt(() => outside.get(new URL(path, sourceUrl), options));
    last?.body.destroy();
    return last && take(last.url, outsideServer(last.url, outside));
  };
  const store = (index: number, found: Record<PictureSide, Buffer | null>) =>
    attempt(async () => {
      for (const [side, bytes] of Object.entries(found) as [PictureSide, Buffer | null][]) {
        if (bytes) await storage.put(migrationPictureKey(migration, index, side), { bytes });
        bytesLeft -= bytes?.length ?? 0;
      }
      return true;
    });

  const compare = (one: Buffer, other: Buffer) =>
    attempt(async () => app.uploads.run('comparison', `task ${context.task.id}`, { one, other }));

  const done: StoredPage[] = [];
  for (const [index, page] of pages.entries()) {
    signal.throwIfAborted();
    const isDue = index < PICTURED_MAX && page.copy !== null && bytesLeft > 0 && !limit.aborted;
    const here = isDue ? await take(new URL(page.path, copy.url), copy.server) : null;
    const there = here && page.original !== null ? await takeOriginal(page.path) : null;
    const compared = here && there && (await compare(there, here));
    const isStored = await store(index, {
      copy: here,
      original: there,
      marked: compared && Buffer.from(compared.marked),
    });
    const similarity = compared && 1 - compared.differing;
    done.push({
      ...page,
      difference:
        page.difference ?? (similarity !== null && similarity < SIMILAR ? 'The pictures differ a lot.' : null),
      ...(isStored && { pictured: { copy: here !== null, original: there !== null, similarity } }),
    });
    progress({ done: done.length, total: pages.length, unit: 'items' });
  }
  return done;
}
