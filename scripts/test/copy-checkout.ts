import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../lib/paths.mjs';

/** Links what a folder has in node_modules: packages of the checkout to their copies, all others to where they are. */
function linkPackages(owner: string, copy: string): void {
  const source = path.join(ROOT, owner, 'node_modules');
  if (!existsSync(source)) return;
  const names = readdirSync(source).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(source, name)).map((one) => path.join(name, one)) : [name],
  );
  for (const name of names) {
    const real = realpathSync(path.join(source, name));
    const inside = path.relative(ROOT, real);
    const isOurs = !inside.startsWith('..') && !inside.split(path.sep).includes('node_modules');
    const link = path.join(copy, owner, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(isOurs ? path.join(copy, inside) : real, link);
  }
}

/** A copy of this checkout in a temporary folder, in which everything runs as it does here. Returns the folder. */
export function copyCheckout(): string {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'panel-copy-')));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  for (const file of files) if (path.basename(file) === 'package.json') linkPackages(path.dirname(file), copy);
  return copy;
}
