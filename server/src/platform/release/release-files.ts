import { LRUCache } from 'lru-cache';
import type { Form } from '../web/release-source.ts';
import type { ReleaseId, ReleaseStore } from './release-store.ts';
import { nameOf } from './release-store.ts';
import { fileOf, FORMS, holds } from './stored-files.ts';

/** Bytes of one form of a file; `wanted` is the file's hash (`sha384-…`). */
export type ReleaseFiles = (
  id: ReleaseId,
  file: string,
  form: Form,
  wanted: string,
) => Promise<Buffer<ArrayBuffer> | null>;

const MEMORY_BYTES = 96 * 1_048_576;

type Asked = { id: ReleaseId; file: string; form: Form; wanted: string };

/**
 * Files of releases, cached in memory as far as they fit: frequent files are read from the storage once, and
 * concurrent requests for a file share one read. A missing form is cached as well. Bytes that differ from the
 * manifest are served uncached, for the browser to reject: they may be restored. The result throws StoreError when
 * the storage is unreachable.
 */
export function createReleaseFiles(store: ReleaseStore): ReleaseFiles {
  const missing = Buffer.alloc(0);
  const spoilt = new WeakSet<Buffer>();
  const memory = new LRUCache<string, Buffer<ArrayBuffer>, Asked>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (bytes) => bytes.length + 200,
    fetchMethod: async (_key, _old, { context: { id, file, form, wanted } }) => {
      const bytes = await store.get(id, fileOf(file, form));
      if (bytes && !(await holds(form, bytes, wanted))) spoilt.add(bytes);
      return bytes ?? missing;
    },
  });
  return async (id, file, form, wanted) => {
    const keyOf = (of: Form) => `${nameOf(id)}/${fileOf(file, of)}`;
    const found = await memory.fetch(keyOf(form), { context: { id, file, form, wanted } });
    if (found && spoilt.has(found)) memory.delete(keyOf(form));
    // A missing file may be restored, together with its compressed forms.
    if (found === missing && form === 'whole') for (const each of FORMS) memory.delete(keyOf(each));
    return !found || found === missing ? null : found;
  };
}
