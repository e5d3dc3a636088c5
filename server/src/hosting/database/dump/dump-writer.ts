import type { FileHandle } from 'node:fs/promises';
import { DumpError } from './dump-error.ts';
import { footer, TEXT_MOST, type DumpPart } from './dump-format.ts';

const AT_ONCE = 256 * 1024;
const SENT_AT_ONCE = 1024 * 1024;
const NEW_LINE = 0x0a;

/** A dump was to become larger than it may be. */
export class DumpTooLarge extends DumpError {}

/** Writes the parts of a dump one after the other, and what they are at its end. */
export type DumpWriter = {
  sql(text: string): Promise<void>;
  psql(text: string): Promise<void>;
  /** Rows for a statement, as they come in. */
  rows(copy: string, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Returns the size of the file. */
  end(): Promise<number>;
};

/** Each row is one line: what looks like the end of one within a value is escaped. */
function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

/** @throws DumpTooLarge beyond a number of bytes */
export function openDumpWriter(handle: FileHandle, maxBytes: number): DumpWriter {
  const parts: DumpPart[] = [];
  let size = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    size += bytes.length;
    if (size > maxBytes) throw new DumpTooLarge(`more than ${maxBytes} bytes`);
    await handle.writeFile(bytes);
  };
  const text = async (kind: 'sql' | 'psql', content: string): Promise<void> => {
    const bytes = Buffer.from(content);
    if (bytes.length > TEXT_MOST) throw new DumpError('The definitions of this database are too large.');
    await write(bytes);
    const last = parts.at(-1);
    // Many small large objects are statements that can be sent together.
    if (last?.kind === kind && last.bytes + bytes.length <= SENT_AT_ONCE) last.bytes += bytes.length;
    else parts.push({ kind, bytes: bytes.length });
  };
  return {
    sql: (content) => text('sql', content),
    psql: (content) => text('psql', content),
    async rows(copy, rows) {
      const before = size;
      let count = 0;
      // Rows come one by one, and a write for each would be slow.
      let [held, heldBytes]: [Buffer[], number] = [[], 0];
      for await (const row of rows) {
        held.push(row);
        heldBytes += row.length;
        count += linesOf(row);
        if (heldBytes < AT_ONCE) continue;
        await write(Buffer.concat(held));
        [held, heldBytes] = [[], 0];
      }
      await write(Buffer.concat(held));
      parts.push({ kind: 'rows', bytes: size - before, copy, count });
    },
    async end() {
      const list = footer(parts);
      await handle.writeFile(list);
      await handle.sync();
      return (await handle.stat()).size;
    },
  };
}
