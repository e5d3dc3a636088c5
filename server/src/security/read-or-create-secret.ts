import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The text of a file that is created if missing and that only its owner can read, for keys and tokens. Two processes
 * that start at the same moment end with the same text.
 */
export function readOrCreateSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    const part = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(part, make(), { mode: 0o600 });
    try {
      linkSync(part, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(part);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
