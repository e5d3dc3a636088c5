import type { FileHandle } from 'node:fs/promises';
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { SharedBudget } from '../shared-budget.ts';
import { dropBody, type CachedBody } from './cache-entry.ts';

/** Bodies up to this size stay in memory; larger ones are written to a file. */
const MEMORY_BYTES = 1024 ** 2;
/** What a chunk takes besides its bytes. */
const CHUNK_WEIGHT = 256;
/** Larger bodies are not kept. */
export const MAX_BODY_BYTES = 256 * 1024 ** 2;

export type Captured = { status: number; headers: OutgoingHttpHeaders; body: CachedBody; size: number };

export type CaptureOptions = {
  /** Whether a response is kept; called with its status and headers, before its body. */
  isKept(status: number, headers: OutgoingHttpHeaders): boolean;
  /** A file for a body that is too large for memory. */
  openFile(): Promise<FileHandle>;
  /** For all bodies on their way into the cache. */
  memory: SharedBudget;
  disk: SharedBudget;
  siteId: string;
};

const running = new WeakMap<ServerResponse, () => void>();

/** Not to be kept after all: the site has sent something else than it had announced. */
export const forgetCapture = (res: ServerResponse): void => running.get(res)?.();

/**
 * Copies what is written to a response while it is sent. Null when it is not kept, is too large, or did not end as announced: a
 * response that is cut off calls no `end`, and one whose length is not the announced one is dropped.
 */
export function captureAnswer(res: ServerResponse, options: CaptureOptions): Promise<Captured | null> {
  const holders = [{ name: options.siteId, share: 1 / 2 }];
  const { writeHead, write, end } = res;
  let isTaking = false;
  let isSettled = false;
  let isSpilled = false;
  let held: Buffer[] = [];
  let cost = 0;
  let onDisk = 0;
  let size = 0;
  let file: FileHandle | null = null;
  let written: Promise<void> = Promise.resolve();

  return new Promise((resolve) => {
    const settle = (captured: Captured | null): void => {
      if (isSettled) return;
      isSettled = true;
      isTaking = false;
      running.delete(res);
      options.memory.giveBack(holders, cost);
      cost = 0;
      held = [];
      void written.then(() => {
        if (captured === null && file) dropBody({ file, readers: 0, dropped: false });
        options.disk.giveBack(holders, onDisk);
      });
      resolve(captured);
    };
    const giveUp = () => settle(null);
    running.set(res, giveUp);

    /** Writes what is held to the file, in order. */
    const spill = (): void => {
      isSpilled = true;
      const batch = held;
      const bytes = cost;
      const length = batch.reduce((sum, chunk) => sum + chunk.length, 0);
      held = [];
      cost = 0;
      if (!options.disk.take(holders, length)) {
        options.memory.giveBack(holders, bytes);
        return giveUp();
      }
      onDisk += length;
      written = written
        .then(async () => {
          file ??= await options.openFile();
          await file.writeFile(Buffer.concat(batch));
        })
        .catch(giveUp)
        .finally(() => options.memory.giveBack(holders, bytes));
    };
    const take = (chunk: unknown, encoding: unknown): void => {
      if (!isTaking || chunk === null || chunk === undefined || typeof chunk === 'function') return;
      const bytes =
        typeof chunk === 'string'
          ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
          : Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      // A site may send single bytes, each of which takes a buffer.
      const weight = bytes.length + CHUNK_WEIGHT;
      if (size > MAX_BODY_BYTES || !options.memory.take(holders, weight)) return giveUp();
      cost += weight;
      held.push(bytes);
      if (cost > MEMORY_BYTES) spill();
    };
    const finish = async (): Promise<void> => {
      const announced = res.getHeader('content-length');
      if (announced !== undefined && Number(announced) !== size) return giveUp();
      const { statusCode: status } = res;
      const headers = res.getHeaders();
      if (size <= MEMORY_BYTES && !isSpilled) return settle({ status, headers, size, body: Buffer.concat(held) });
      spill();
      await written;
      if (isTaking && file !== null) settle({ status, headers, size, body: { file, readers: 0, dropped: false } });
    };

    // Node itself calls writeHead, from write and end, when the headers were not written before the body.
    res.writeHead = (status: number, ...rest: unknown[]) => {
      const given = rest.find((part) => typeof part === 'object' && part !== null) as OutgoingHttpHeaders | undefined;
      for (const [name, value] of Object.entries(given ?? {}))
        if (value !== undefined) res.setHeader(name, value satisfies OutgoingHttpHeader);
      writeHead.call(res, status);
      isTaking = options.isKept(status, res.getHeaders()) && !isSettled;
      if (!isTaking) giveUp();
      return res;
    };
    res.write = ((chunk: unknown, ...rest: unknown[]) => {
      const hasRoom = Reflect.apply(write, res, [chunk, ...rest]) as boolean;
      take(chunk, rest[0]);
      return hasRoom;
    }) as typeof res.write;
    res.end = ((chunk: unknown, ...rest: unknown[]) => {
      const ended = Reflect.apply(end, res, [chunk, ...rest]) as ServerResponse;
      take(chunk, rest[0]);
      if (isTaking) void finish();
      return ended;
    }) as typeof res.end;
    res.once('close', () => res.writableEnded || giveUp());
  });
}
