import { keepLastBytes } from '../../lib/last-bytes.ts';

/** A run's output as text: its last `max` bytes. */
export async function printedText(stream: ReadableStream<Uint8Array>, max: number): Promise<string> {
  const last = keepLastBytes(max);
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return last.taken().toString('utf8');
    last.add(Buffer.from(value));
  }
}
