/** The end of a stream, in as much memory as `max` and two chunks. */
export type LastBytes = {
  add(chunk: Buffer): void;
  /** At most `max` bytes. */
  taken(): Buffer;
};

/** Keeps the last `max` bytes of what is added, with work that grows with the bytes alone. */
export function keepLastBytes(max: number): LastBytes {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size < 2 * max + 1) return;
      const last = Buffer.concat(chunks).subarray(-max);
      [chunks, size] = [[Buffer.from(last)], last.length];
    },
    taken: () => Buffer.concat(chunks).subarray(-max),
  };
}
