import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A request's body, taken in whole. */
export type RequestBody = {
  size: number;
  /** Writes the body and ends the request; can be repeated. */
  sendTo(upstream: ClientRequest): void;
  /** Gives back its memory or file. */
  release(): void;
};

/** Why there is no body: more than allowed, no progress, the visitor has gone, or no room for it. */
export type BodyRefusal = 'too-large' | 'idle' | 'gone' | 'full';

export type BodyStoreOptions = {
  /** Folder for what does not stay in memory. Its files have no name, so nothing is left behind by a crash. */
  folder: string;
  /** Bytes of one body that stay in memory. Default 1 MB. */
  memoryEach?: number;
  /** Bytes of all bodies that stay in memory. Default 64 MB. */
  memoryTotal?: number;
  /** Bytes of all bodies on disk. Default 2 GB. */
  diskTotal?: number;
  /** Whether there is no room on disk for what grows. Default: there is. */
  isDiskLow?: () => Promise<boolean>;
  /** How long a body may make no progress. Default 30 s. */
  idleMs?: number;
};

export type BodyStore = { receive(req: IncomingMessage, maxBytes: number): Promise<RequestBody | BodyRefusal> };

/** What node keeps beside the bytes of a chunk: a body of one-byte chunks costs more than it weighs. */
const CHUNK_OVERHEAD = 256;
const FLUSH_BYTES = 256 * 1024;
const IDLE = Symbol('no progress');

/** Takes bodies in before a site hears of them, so that an unfinished request starts and holds nothing. */
export function createBodyStore(options: BodyStoreOptions): BodyStore {
  const { folder, memoryEach = 1024 ** 2, memoryTotal = 64 * 1024 ** 2, diskTotal = 2 * 1024 ** 3, isDiskLow = async () => false, idleMs = 30_000 } = options;
  let memory = 0;
  let disk = 0;

  const openFile = async (): Promise<FileHandle> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, randomUUID());
    const handle = await open(file, 'wx+', 0o600);
    await unlink(file);
    return handle;
  };

  const take = async (req: IncomingMessage, maxBytes: number): Promise<RequestBody | BodyRefusal> => {
    let held: Buffer[] = [];
    let cost = 0;
    let size = 0;
    let written = 0;
    let file: FileHandle | null = null;
    const forget = () => {
      memory -= cost;
      cost = 0;
      held = [];
    };
    const release = () => {
      forget();
      disk -= written;
      written = 0;
      const opened = file;
      file = null;
      opened?.close().catch(() => undefined);
    };
    const flush = async (): Promise<boolean> => {
      const whole = Buffer.concat(held);
      if (disk + whole.length > diskTotal) return false;
      try {
        if (file === null && (await isDiskLow())) return false;
        file ??= await openFile();
        disk += whole.length;
        written += whole.length;
        await file.writeFile(whole);
      } catch {
        return false;
      }
      forget();
      return true;
    };
    const refuse = (why: BodyRefusal): BodyRefusal => {
      release();
      return why;
    };
    const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
    for (;;) {
      const next = await progress(chunks, idleMs);
      if (next === IDLE) return refuse('idle');
      if (next === null) return refuse('gone');
      if (next.done) break;
      size += next.value.length;
      if (size > maxBytes) return refuse('too-large');
      held.push(next.value);
      cost += next.value.length + CHUNK_OVERHEAD;
      memory += next.value.length + CHUNK_OVERHEAD;
      const most = file === null ? memoryEach : FLUSH_BYTES;
      if ((cost > most || memory > memoryTotal) && !(await flush())) return refuse('full');
    }
    if (file !== null && held.length > 0 && !(await flush())) return refuse('full');
    return {
      size,
      sendTo(upstream) {
        if (file === null) return void upstream.end(Buffer.concat(held));
        pipeline(file.createReadStream({ start: 0, autoClose: false }), upstream, () => undefined);
      },
      release,
    };
  };

  return {
    async receive(req, maxBytes) {
      return Number(req.headers['content-length'] ?? 0) > maxBytes ? 'too-large' : take(req, maxBytes);
    },
  };
}

/** The next chunk, `IDLE` when none came in time, null when the visitor has gone. */
async function progress(chunks: AsyncIterator<Buffer>, idleMs: number): Promise<IteratorResult<Buffer> | typeof IDLE | null> {
  const timer = new AbortController();
  const next = chunks.next().catch(() => null);
  const idle = wait(idleMs, IDLE, { signal: timer.signal }).catch((): typeof IDLE => IDLE);
  return Promise.race([next, idle]).finally(() => timer.abort());
}
