import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, UsageError } from '../plain-error.ts';

/** Beside `src`, and in the packed form beside `dist`. */
const TEMPLATE = join(import.meta.dirname, '..', '..', 'template');

/** `order-desk` → `Order desk`. */
const titleOf = (name: string): string => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());

/**
 * Writes the files of a new remote into `folder/mf-<name>` and returns that folder. The template is a working remote
 * named hello.
 */
export function newRemote(name: string | undefined, folder: string): string {
  const bare = name?.replace(/^mf-/, '');
  if (bare === undefined || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(bare) || bare.length > 57) {
    throw new UsageError(
      `"${name ?? ''}" is not a valid remote name: use lower-case letters, digits and single dashes, e.g. order-desk.`,
    );
  }
  const target = join(folder, `mf-${bare}`);
  if (existsSync(target)) throw new PlainError(`${target} already exists. Choose another name, or remove it.`);
  cpSync(TEMPLATE, target, { recursive: true });
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'));
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) {
    const from = join(file.parentPath, file.name);
    const text = readFileSync(from, 'utf8')
      // A name with a dash is a quoted key.
      .replace(/^( *)hello:/gm, bare.includes('-') ? `$1'${bare}':` : `$1${bare}:`)
      .replaceAll('hello', bare)
      .replaceAll('Hello', titleOf(bare));
    writeFileSync(from, text);
    renameSync(from, join(file.parentPath, file.name.replace(/^hello/, bare)));
  }
  renameSync(join(target, 'src', 'features', 'hello'), join(target, 'src', 'features', bare));
  return target;
}
