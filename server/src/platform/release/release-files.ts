import { LRUCache } from 'lru-cache';
import type { Form } from '../web/release-source.ts';
import type { ReleaseId, ReleaseStore } from './release-store.ts';
import { nameOf } from './release-store.ts';
import { fileOf, FORMS, holds } from './stored-files.ts';

/** Bytes of a form of a file; `wanted` is the file's hash (`sha384-…`). */
export type ReleaseFiles = (
  id: ReleaseId,
  file: string,
  form: Form,
  wanted: string,
) => Promise<Buffer<ArrayBuffer> | null>;

const MEMORY_BYTES = 96 * 1_048_576;

type Asked = { id: ReleaseId; file: string; form: Form; wanted: string };

/**
 * Files of releases, kept in memory as far as they fit: what is asked for often never reaches the storage twice, and
 * requests for one file at the same moment share one look. That a form does not exist is remembered as well; bytes that
 * are not those of the manifest are served as they are, for the browser to refuse, and not kept: they may be put back.
 * The result throws StoreError when the storage cannot be reached.
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
