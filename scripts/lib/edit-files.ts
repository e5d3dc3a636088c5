import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PlainError } from './plain-error.mjs';

/** Writes files below a folder. @returns their paths, as they were given */
export function writeAll(root: string, files: ReadonlyMap<string, string>): string[] {
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return [...files.keys()];
}

/** Adds a line after the opening bracket of a list or map in a file and leaves the rest unchanged. */
export function addLine(file: string, opening: RegExp, line: string): void {
  const text = readFileSync(file, 'utf8');
  const found = opening.exec(text);
  if (!found) throw new PlainError(`${file} does not look as expected; add this line to it yourself:\n${line}`);
  const at = found.index + found[0].length;
  const rest = text.slice(at);
  writeFileSync(file, `${text.slice(0, at)}\n${line}${rest.startsWith('\n') ? '' : '\n '}${rest}`);
}

/** Adds an import or `export … from` behind the last one that comes before it by its path, once. */
export function addImport(file: string, line: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.includes(line)) return;
  const pathOf = (one: string): string => /^(?:import|export|\}).* from '([^']+)';$/.exec(one)?.[1] ?? '';
  const before = (one: string): boolean => pathOf(one) !== '' && pathOf(one) < pathOf(line);
  const after = lines.findLastIndex(before);
  lines.splice(after < 0 ? 0 : after + 1, 0, line);
  writeFileSync(file, lines.join('\n'));
}

/** Adds dependencies to a package.json and keeps them in order. */
export function editPackage(file: string, key: 'dependencies', added: Readonly<Record<string, string>>): void {
  const declared = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const all = Object.entries({ ...declared[key], ...added });
  declared[key] = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(declared, null, 2)}\n`);
}
