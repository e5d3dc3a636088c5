import { access, lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

/** The machine's files in the sandbox: paths to read, and links to them. */
export type SystemFiles = { readOnly: string[]; links: { at: string; to: string }[] };

/**
 * Run by the machine's PHP. Prints the paths of PHP, its libraries and settings; iconv and the resolver load theirs
 * on first use.
 */
export const ASK_PHP = `
@iconv('UTF-8', 'UTF-16', 'x');
@gethostbyname('localhost');
preg_match_all('~ (/\\S+)$~m', (string) file_get_contents('/proc/self/maps'), $maps);
$ini = array_filter(array(php_ini_loaded_file(), PHP_CONFIG_FILE_PATH, ...explode(',', PHP_CONFIG_FILE_SCAN_DIR)));
$scanned = array_filter(array_map('trim', explode(',', (string) php_ini_scanned_files())));
echo "\\n", json_encode(array(
  'binary' => PHP_BINARY,
  'version' => PHP_VERSION,
  'extensions' => get_loaded_extensions(),
  'libraries' => array_values(array_unique(array_map('dirname', $maps[1]))),
  'settings' => array_values(array_unique(array_merge($ini, array_map(fn($file) => dirname((string) realpath($file)), $scanned)))),
));`;

/** The output of ASK_PHP. */
export const PhpFacts = v.object({
  binary: v.string(),
  version: v.string(),
  extensions: v.array(v.string()),
  libraries: v.array(v.string()),
  settings: v.array(v.string()),
});
export type PhpFacts = v.InferOutput<typeof PhpFacts>;

/** Program folders are not mounted, except for PHP itself and the tool that drops root. */
const PROGRAMS = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
/** The loader's path is a link on most systems. */
const LIBRARY_ROOTS = ['/lib', '/lib64', '/usr/lib64'];
/** Data that PHP and its libraries read: time zones, certificates, locales, file types. */
const DATA = [
  '/usr/share/zoneinfo',
  '/usr/lib/locale',
  '/usr/share/locale',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
  '/usr/share/misc',
];
const ETC = [
  'ssl',
  'pki',
  'ca-certificates',
  'nsswitch.conf',
  'localtime',
  'ld.so.cache',
  'mime.types',
  'ImageMagick-6',
  'ImageMagick-7',
  'fonts',
].map((name) => `/etc/${name}`);

/** Finds the minimum of files that PHP needs; no shell and no other programs. */
export async function findSystemFiles(facts: PhpFacts, programs: string[]): Promise<SystemFiles> {
  const libraries = facts.libraries.filter((folder) => !PROGRAMS.includes(folder));
  const links: SystemFiles['links'] = [];
  const roots: string[] = [];
  for (const root of LIBRARY_ROOTS) {
    const found = await lstat(root).catch(() => null);
    if (found?.isSymbolicLink()) links.push({ at: root, to: await readlink(root) });
    // Without links at the root, it contains the libraries; elsewhere only the loader.
    else if (found?.isDirectory() && (root !== '/lib' || !libraries.some((folder) => folder.startsWith('/lib/'))))
      roots.push(root);
  }
  const wanted = [...programs, ...roots, ...libraries, ...facts.settings, ...DATA, ...ETC];
  const present = await Promise.all([...new Set(wanted)].map(async (file) => ((await isThere(file)) ? file : null)));
  const readOnly = present.filter((file) => file !== null).sort();
  return {
    links,
    readOnly: readOnly.filter(
      (file) => !readOnly.some((other) => other !== file && `${file}/`.startsWith(`${other}/`)),
    ),
  };
}

async function isThere(file: string): Promise<boolean> {
  return (
    path.isAbsolute(file) &&
    (await access(file).then(
      () => true,
      () => false,
    ))
  );
}
