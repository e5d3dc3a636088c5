import { open, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { parseJson } from '../../../lib/parse-json.ts';
import { DumpError } from './dump-error.ts';

/**
 * A dump is a file that psql runs. Its last lines say what it consists of, so that the panel need not take SQL apart: statements, rows for a
 * COPY, and what only psql needs.
 */
const PARTS = v.array(
  v.object({
    kind: v.picklist(['sql', 'rows', 'psql']),
    bytes: v.number(),
    copy: v.optional(v.string()),
    /** How many rows; missing in dumps from before they were counted. */
    count: v.optional(v.number()),
  }),
);
export type DumpPart = v.InferOutput<typeof PARTS>[number];

/** Statements are sent at once, so their text is in memory. */
export const TEXT_MOST = 64 * 1024 * 1024;
/** Of the list of parts: what a database of many tables makes of it is read by the panel, so a writer has to keep to this. */
const LIST_BOUNDS = { bytes: 2 * 1024 * 1024, depth: 3, elements: 100_000 } as const;
const PARTS_MOST = 10_000;
/** Of each table there are two parts. */
export const TABLES_MOST = 4000;
const LENGTH_DIGITS = 12;
const LAST_LINE = `-- ${'0'.repeat(LENGTH_DIGITS)}\n`.length;

/** The last lines of a dump. @throws DumpError for more parts than `readParts` takes */
export function footer(parts: readonly DumpPart[]): string {
  const list = `-- ${JSON.stringify(parts)}\n`;
  if (parts.length > PARTS_MOST || Buffer.byteLength(list) > LIST_BOUNDS.bytes)
    throw new DumpError('This database has too many tables for a backup.');
  return `${list}-- ${String(Buffer.byteLength(list)).padStart(LENGTH_DIGITS, '0')}\n`;
}

const damaged = () => new DumpError('The dump of the database is not whole.');

/** What a dump consists of. @throws DumpError for a file that is no whole dump */
export async function readParts(file: string): Promise<DumpPart[]> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Number((await textAt(handle, size - LAST_LINE, LAST_LINE)).slice(3));
    if (!Number.isSafeInteger(length) || length < 4 || length > LIST_BOUNDS.bytes) throw damaged();
    const start = size - LAST_LINE - length;
    const parts = parseJson(PARTS, (await textAt(handle, start, length)).slice(3), LIST_BOUNDS);
    if (parts === null || parts.reduce((sum, { bytes }) => sum + bytes, 0) !== start) throw damaged();
    return parts;
  } finally {
    await handle.close();
  }
}

/** A text within a file. @throws DumpError where there is less */
export async function textAt(handle: FileHandle, start: number, length: number): Promise<string> {
  if (start < 0 || length > TEXT_MOST) throw damaged();
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  if (bytesRead !== length) throw damaged();
  return bytes.toString('utf8');
}
