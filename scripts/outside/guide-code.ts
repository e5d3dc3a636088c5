import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../lib/paths.mjs';

/** The code blocks of a guide by the file that they name; a block of code without a file fails. */
export function codeOf(guide: string): Map<string, string> {
  const text = readFileSync(path.join(ROOT, 'docs', 'guides', guide), 'utf8');
  const files = new Map<string, string>();
  for (const [, language, file, code = ''] of text.matchAll(/^```(tsx?|css|js)(?: (\S+))?\n([^]*?)^```$/gm)) {
    assert.ok(file, `${guide}: a block of ${language} names no file, so nothing tries it:\n${code}`);
    files.set(file, code);
  }
  return files;
}
