import { LRUCache } from 'lru-cache';
import type { ReleaseId, ReleaseStore } from './release-store.ts';
import { nameOf } from './release-store.ts';

/** A file of a release in one of the forms in which it may travel: as it is, brotli, gzip. */
export type Form = 'whole' | 'br' | 'gz';
export type ReleaseFiles = (id: ReleaseId, file: string, form: Form) => Promise<Buffer<ArrayBuffer> | null>;

const MEMORY_BYTES = 96 * 1_048_576;

const fileOf = (file: string, form: Form): string => (form === 'whole' ? file : `${file}.${form}`);

/**
 * Files of releases, kept in memory as far as they fit: what is asked for often never reaches the storage twice, and
 * requests for one file at the same moment share one look. That a form does not exist is remembered as well.
 * The result throws StoreError when the storage cannot be reached.
 */
export function createReleaseFiles(store: ReleaseStore): ReleaseFiles {
  const missing = Buffer.alloc(0);
  const memory = new LRUCache<string, Buffer<ArrayBuffer>, { id: ReleaseId; file: string }>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (bytes) => bytes.length + 200,
    fetchMethod: async (_key, _old, { context: { id, file } }) => (await store.get(id, file)) ?? missing,
  });
  return async (id, file, form) => {
    const name = fileOf(file, form);
    const found = await memory.fetch(`${nameOf(id)}/${name}`, { context: { id, file: name } });
    // A whole file that is missing may be put back; one that is there never changes.
    if (found === missing && form === 'whole') memory.delete(`${nameOf(id)}/${name}`);
    return !found || found === missing ? null : found;
  };
}
