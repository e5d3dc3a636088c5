import { open } from 'node:fs/promises';

const MOST_BYTES = 256 * 1024;

/** The end of a file of the panel. */
async function endOf(file: string, most: number): Promise<Buffer> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return Buffer.alloc(0);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The newest lines that a server wrote, from its log and the one before it. */
export async function readServerLog(file: string): Promise<{ lines: string[]; bytes: number }> {
  const newest = await endOf(file, MOST_BYTES);
  const older = newest.length < MOST_BYTES ? await endOf(`${file}.1`, MOST_BYTES - newest.length) : Buffer.alloc(0);
  const text = Buffer.concat([older, newest]).toString('utf8');
  const lines = text.split('\n');
  if (newest.length + older.length === MOST_BYTES) lines.shift();
  if (lines.at(-1) === '') lines.pop();
  return { lines, bytes: newest.length + older.length };
}
