import { endOfFile } from './panel-files.ts';

const MOST_BYTES = 256 * 1024;

/** The newest lines that a server wrote, from its log and the one before it. */
export async function readServerLog(file: string): Promise<{ lines: string[]; bytes: number }> {
  const newest = await endOfFile(file, MOST_BYTES);
  const older = newest.length < MOST_BYTES ? await endOfFile(`${file}.1`, MOST_BYTES - newest.length) : Buffer.alloc(0);
  const text = Buffer.concat([older, newest]).toString('utf8');
  const lines = text.split('\n');
  if (newest.length + older.length === MOST_BYTES) lines.shift();
  if (lines.at(-1) === '') lines.pop();
  return { lines, bytes: newest.length + older.length };
}
