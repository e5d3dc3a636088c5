/** Maximum output kept of a run, in bytes. */
export const MAX_PRINTED = 2 * 1024 * 1024;

/** A run's output as text, up to `MAX_PRINTED` bytes; the rest is read and dropped. */
export async function printedText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts).toString('utf8');
    if (bytes < MAX_PRINTED) parts.push(Buffer.from(value.subarray(0, MAX_PRINTED - bytes)));
    bytes += value.length;
  }
}
