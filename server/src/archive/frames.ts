/** What a part is made of: descriptions as JSON, and bytes that belong to the last description. */
export type Frame = { head: unknown; bytes: null } | { head: null; bytes: Buffer };

const HEAD = 1;
const BYTES = 2;
const END = 3;
const PREFIX = 5;
/** More than any frame has: rows of a step are the largest. */
const MOST = 2 ** 30;

function prefixOf(kind: number, length: number): Buffer {
  const prefix = Buffer.alloc(PREFIX);
  prefix[0] = kind;
  prefix.writeUInt32BE(length, 1);
  return prefix;
}

/** A description, encoded as in a part. */
export function headFrame(head: object): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  return Buffer.concat([prefixOf(HEAD, text.length), text]);
}

/** Bytes as they stand in a part. */
export const bytesFrame = (bytes: Buffer): Buffer => Buffer.concat([prefixOf(BYTES, bytes.length), bytes]);

/** Stands at the end of each part. */
export const endFrame = (): Buffer => prefixOf(END, 0);

/** @throws Error when the part ends before its end */
export async function* readFrames(from: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = [];
  let length = 0;
  let needed = PREFIX;
  let ended = false;
  for await (const chunk of from) {
    // The rest is read for those who measure it.
    if (ended) continue;
    held.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    const all = held.length === 1 ? chunk : Buffer.concat(held, length);
    let at = 0;
    for (;;) {
      needed = PREFIX;
      if (all.length - at < PREFIX) break;
      const size = all.readUInt32BE(at + 1);
      if (size > MOST) throw new Error('it is not a part of a backup');
      needed = PREFIX + size;
      if (all.length - at < needed) break;
      const payload = all.subarray(at + PREFIX, at + needed);
      const kind = all[at];
      at += needed;
      ended = kind === END;
      if (ended) break;
      yield kind === HEAD
        ? { head: JSON.parse(payload.toString()) as unknown, bytes: null }
        : { head: null, bytes: payload };
    }
    const rest = all.subarray(at);
    held = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }
  if (!ended) throw new Error('it ends too early');
}
