import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { PhpFacts } from './php-files.ts';

/**
 * A name for a PHP of this machine, which changes with its program, version or extensions: code that one build has
 * compiled is of no use to another. Null without opcache, or when the program is gone.
 */
export async function phpBuild({ binary, version, extensions }: PhpFacts): Promise<string | null> {
  const program = await stat(binary).catch(() => null);
  if (program === null || !extensions.includes('Zend OPcache')) return null;
  const facts = [binary, program.size, program.mtimeMs, version, extensions.toSorted()];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}
