import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Zip, ZipDeflate } from 'fflate';

const PART_BYTES = 64 * 1024;

type Pack = { folder: string; names: readonly string[]; to: string };

/** Compresses files of a folder into one zip on disk, a part at a time, and returns its size and SHA-256. */
export function packZip({ folder, names, to }: Pack): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  const out = openSync(to, 'w', 0o600);
  try {
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      hash.update(chunk);
      size += chunk.length;
      for (let done = 0; done < chunk.length;) done += writeSync(out, chunk, done);
    });
    for (const name of names) {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      const file = openSync(path.join(folder, name), 'r');
      try {
        for (;;) {
          // fflate keeps what it is given until it is compressed.
          const part = new Uint8Array(PART_BYTES);
          const length = readSync(file, part);
          entry.push(part.subarray(0, length), length === 0);
          if (length === 0) break;
        }
      } finally {
        closeSync(file);
      }
    }
    zip.end();
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  return { size, sha256: hash.digest('hex') };
}
