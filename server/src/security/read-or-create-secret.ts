import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The text of a file that is made when it is missing and can be read by its owner alone: keys and tokens. Of two
 * processes that start at the same moment both end with the same one.
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
