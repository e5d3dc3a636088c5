import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const CODE = /\.(?:[cm]?js|json)$/;

function rootOf(name: string, from: NodeJS.Require): string {
  let folder = path.dirname(from.resolve(name));
  while (!folder.endsWith(path.join('node_modules', name))) folder = path.dirname(folder);
  return folder;
}

/** The code of an installed package and of what it needs, as files below `vendor/node_modules` of a repository. */
export function packageFiles(name: string): Record<string, string> {
  const files: Record<string, string> = {};
  const seen = new Set<string>();
  const add = (one: string, from: NodeJS.Require): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const root = rootOf(one, from);
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !CODE.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      files[path.posix.join('vendor/node_modules', one, path.relative(root, file))] = readFileSync(file, 'utf8');
    }
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const inside = createRequire(path.join(root, 'package.json'));
    for (const needed of Object.keys(manifest.dependencies ?? {})) add(needed, inside);
  };
  add(name, createRequire(import.meta.url));
  return files;
}
