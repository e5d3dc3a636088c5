import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { LRUCache } from 'lru-cache';
import type { Opener } from './open-release.ts';
import { nameOf, type ReleaseId, type ReleaseStore } from './release-store.ts';
import { sha384 } from './unpack-upload.ts';

export type SourceMaps = {
  /** The source map of a script; null if the release has none, or the storage has another than was signed. */
  sourceMap(id: ReleaseId, script: string): Promise<Buffer<ArrayBuffer> | null>;
  /** The frames of a stack, with positions in the sources where that is known. Never throws. */
  inSources(stack: string): Promise<string[]>;
};

/** Parsed maps take some megabytes each. */
const MAPS_KEPT = 4;
const FRAMES_MAX = 20;
const FRAME_LENGTH = 400;
/** A place in a script of a release, as browsers write it in a stack; `http(s)://…` before it is `ORIGIN`. Retry adds a query to the address of an entry. */
const PLACE =
  /\/(?:(shell)|remotes\/(mf-[a-z0-9-]{1,100}))\/([a-z0-9][a-z0-9.+-]{0,99})\/([\w.-]{1,200})(?:\?\d{1,20})?:(\d{1,9}):(\d{1,9})/;
const ORIGIN = /https?:\/\/[^\s/()@]{1,300}$/;

/** Source maps of the releases in a storage; parsed when a stack needs them. */
export function createSourceMaps({ open, store }: Pick<Opener, 'open'> & { store: ReleaseStore }): SourceMaps {
  async function sourceMap(id: ReleaseId, script: string): Promise<Buffer<ArrayBuffer> | null> {
    const { maps = {} } = (await open(id))?.release ?? {};
    const name = `${script}.map`;
    if (!Object.hasOwn(maps, name)) return null;
    const bytes = await store.get(id, name);
    return bytes && sha384(bytes) === maps[name] ? bytes : null;
  }

  type Of = { id: ReleaseId; script: string };
  const parsed = new LRUCache<string, TraceMap, Of>({
    max: MAPS_KEPT,
    fetchMethod: async (_key, _old, { context: { id, script } }) => {
      const bytes = await sourceMap(id, script);
      return bytes ? new TraceMap(bytes.toString('utf8')) : undefined;
    },
  });

  async function inSource(frame: string): Promise<string> {
    const found = PLACE.exec(frame);
    if (!found?.[4]?.endsWith('.js')) return frame;
    const [path, shell, remote, version = '', script = '', line, column] = found;
    const [origin = ''] = ORIGIN.exec(frame.slice(0, found.index)) ?? [];
    const place = origin + path;
    const id = { package: shell ?? remote ?? '', version };
    const map = await parsed.fetch(`${nameOf(id)}/${script}`, { context: { id, script } }).catch(() => undefined);
    const source = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) });
    if (!source?.source) return frame.replace(place, `${script}:${line}:${column}`);
    // Relative to the folder of the package.
    return `at ${source.source.replace(/^(?:\.{1,2}\/)+/, '')}:${source.line}:${source.column + 1}`;
  }

  return {
    sourceMap,
    inSources: (stack) =>
      Promise.all(
        stack
          .split('\n')
          .slice(0, FRAMES_MAX)
          .map((frame) => inSource(frame.trim().slice(0, FRAME_LENGTH))),
      ),
  };
}
