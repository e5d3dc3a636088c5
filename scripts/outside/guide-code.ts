import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../lib/paths.mjs';

const read = (guide: string) => readFileSync(path.join(ROOT, 'docs', 'guides', guide), 'utf8');

/** The commands of a guide that write package.json, as words after `npm`. */
export function packageCommands(guide: string): string[][] {
  const commands = [...read(guide).matchAll(/^npm ((?:init|pkg) .*)$/gm)].map(([, words = '']) => words.split(' '));
  assert.ok(commands.length > 0, `${guide}: nothing writes package.json`);
  return commands;
}

/** The code blocks of a guide by the file that they name; a block of code without a file fails. */
export function codeOf(guide: string): Map<string, string> {
  const text = read(guide);
  const files = new Map<string, string>();
  for (const [, language, file, code = ''] of text.matchAll(/^```(tsx?|css|js)(?: (\S+))?\n([^]*?)^```$/gm)) {
    assert.ok(file, `${guide}: a block of ${language} names no file, so nothing tries it:\n${code}`);
    files.set(file, code);
  }
  return files;
}
