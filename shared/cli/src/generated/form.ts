import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Field } from '../catalog.ts';
import { usage } from '../fault.ts';
import type { Body } from '../session/send.ts';

/** Names of files as browsers write them into a form. */
const quoted = (text: string): string =>
  text.replace(/["\r\n]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

function fileOf({ flag }: Field, file: string): { size: number; name: string } {
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new Error('it is not a file');
    return { size: found.size, name: path.basename(file) };
  } catch (error) {
    throw usage(`--${flag}: ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** A multipart form whose files are read while they are sent. */
export function formBody(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Body {
  const boundary = `panel-${randomUUID()}`;
  const parts = fields.flatMap((field): { head: string; text?: Buffer; file?: string; size: number }[] => {
    const value = values[field.name];
    if (value === undefined) return [];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field.name)}"`;
    if (field.type !== 'file') {
      const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      return [{ head: `${head}\r\n\r\n`, text, size: text.length }];
    }
    const { size, name } = fileOf(field, String(value));
    return [
      {
        head: `${head}; filename="${quoted(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
        file: String(value),
        size,
      },
    ];
  });
  const end = `--${boundary}--\r\n`;
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const { head, text, file, size } of parts) {
      yield Buffer.from(head);
      if (text) yield text;
      // A file that grows meanwhile is sent as long as it was.
      else if (file && size > 0) yield* createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>;
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(end);
  }
  const length = parts.reduce(
    (sum, { head, size }) => sum + Buffer.byteLength(head) + size + 2,
    Buffer.byteLength(end),
  );
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Readable.from(bytes()), length };
}
