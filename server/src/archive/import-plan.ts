import type { Entry, ZipFile } from 'yauzl';
import { refusedArchive, shown } from './refused-archive.ts';
import { contentOf, isFolder, withZip, type ZipLimits } from './zip-entries.ts';

/** Bounds of an uploaded site; its plan limits it further when it is unpacked. */
export const IMPORT_LIMITS: ZipLimits = {
  entries: 20_000,
  bytes: 1024 ** 3,
  ratio: 200,
  tooMuch: 'The archive unpacks to far more than its size allows for. Create the zip again.',
};

/** Where the dump of a database lies during an import, below the site's folder. */
export const DUMP_FILE = 'data/import.sql';

/** An archive as a site: its files by their new paths below the site's folder. */
export type ImportPlan = {
  kind: 'wordpress' | 'static';
  files: ReadonlyMap<string, Entry>;
  /** `$table_prefix` of a wp-config.php in the archive, otherwise null. */
  tablePrefix: string | null;
  /** Files of the archive that the site does not get. */
  skipped: number;
};

/** Written by desktops and version control; not part of a site. */
const CLUTTER = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|\.svn)(\/|$)/i;
/** The site has its own: the database, and caches that need other servers. */
const DROP_INS = /^(db|object-cache|advanced-cache)\.php$|^mu-plugins\/sqlite-database-integration\//;
const CONFIG_BYTES = 65_536;

/** What a static site publishes: nothing hidden except what RFC 8615 names. */
const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') && part !== '.well-known');

/** The folder that holds all files, with its slash; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? '';
  return first !== '' && paths.every((path) => path.startsWith(first)) ? first : '';
}

/** The path of `wp-content` with its slash, null when there is none. An archive of its content alone has no such folder. */
function contentFolder(paths: readonly string[]): string | null {
  const found = paths.flatMap((path) => /^(?:.*?\/)?wp-content\//.exec(path) ?? []);
  const [nearest] = found.toSorted((a, b) => a.length - b.length);
  if (nearest !== undefined) return nearest;
  const root = commonFolder(paths);
  const has = (folder: string) => paths.some((path) => path.startsWith(`${root}${folder}/`));
  return has('themes') && (has('plugins') || has('uploads')) ? root : null;
}

/** In a backup of a panel: its own description, and where the database is as SQL. */
const BACKUP_MANIFEST = 'panel-archive.json';
const BACKUP_DUMP = /^(?:database|data\/[^/]+)\.sql$/;

/** The dump of a panel's own backup; undefined for any other archive. Other .sql files in it are the site's. */
function backupDump(paths: readonly string[]): string | undefined {
  const root = commonFolder(paths);
  return paths.includes(`${root}${BACKUP_MANIFEST}`)
    ? paths.find((path) => path.startsWith(root) && BACKUP_DUMP.test(path.slice(root.length)))
    : undefined;
}

/** The one dump of the archive. Plugins bring .sql files of their own, so those in `wp-content` count last. */
function dumpOf(paths: readonly string[], content: string): string {
  const dumps = paths.filter((path) => /\.sql$/i.test(path));
  const beside = dumps.filter((path) => !path.startsWith(content) || content === '');
  const atTop = dumps.filter((path) => !path.slice(content.length).includes('/'));
  const own = backupDump(paths);
  if (own !== undefined) return own;
  const candidates = beside.length > 0 && content !== '' ? beside : atTop;
  const [dump] = candidates;
  if (dump === undefined) {
    const packed = paths.find((path) => /\.sql\.\w+$/i.test(path));
    throw refusedArchive(
      packed
        ? `The archive contains ${shown(packed)}. Unpack the database dump and add it as an .sql file.`
        : 'The archive contains wp-content, but no database. Add a dump as an .sql file: `wp db export` or `mysqldump` writes one.',
    );
  }
  if (candidates.length > 1)
    throw refusedArchive(
      `The archive contains more than one database dump (${candidates.slice(0, 3).map(shown).join(', ')}). Keep the one of this site.`,
    );
  return dump;
}

function planStatic(entries: ReadonlyMap<string, Entry>): Omit<ImportPlan, 'skipped' | 'tablePrefix'> {
  const paths = [...entries.keys()];
  const root = commonFolder(paths);
  if (!entries.has(`${root}index.html`)) {
    const dump = paths.find((path) => /\.sql(\.\w+)?$/i.test(path));
    throw refusedArchive(
      dump
        ? `The archive contains a database dump (${shown(dump)}), but no wp-content folder. Add the folder.`
        : 'The archive contains neither an index.html nor a WordPress (wp-content and a database dump).',
    );
  }
  const program = paths.find((path) => /\.(php\d?|phtml|phar)$/i.test(path));
  if (program)
    throw refusedArchive(
      `The archive contains PHP (${shown(program)}), which a static site cannot run. Remove it, or upload a WordPress with its database dump.`,
    );
  const files = paths.filter((path) => !isHidden(path)).map((path) => [path, entries.get(path)] as const);
  return {
    kind: 'static',
    files: new Map(files.flatMap(([path, entry]) => (entry ? [[`public/${path.slice(root.length)}`, entry]] : []))),
  };
}

function planWordPress(
  entries: ReadonlyMap<string, Entry>,
  content: string,
): Omit<ImportPlan, 'skipped' | 'tablePrefix'> {
  const dump = dumpOf([...entries.keys()], content);
  const files = new Map<string, Entry>();
  for (const [path, entry] of entries) {
    if (path === dump) files.set(DUMP_FILE, entry);
    else if (path.startsWith(content) && !DROP_INS.test(path.slice(content.length)))
      files.set(`public/wp-content/${path.slice(content.length)}`, entry);
  }
  return { kind: 'wordpress', files };
}

/** The table prefix in the archive's wp-config.php, null without one. */
async function prefixOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>, content: string): Promise<string | null> {
  // WordPress reads it from the folder above as well, where backups have it.
  const root = content.replace(/wp-content\/$/, '');
  const entry =
    entries.get(`${root}wp-config.php`) ??
    entries.get(`${root.slice(0, root.lastIndexOf('/', root.length - 2) + 1)}wp-config.php`);
  if (!entry || entry.uncompressedSize > CONFIG_BYTES) return null;
  const parts: Buffer[] = [];
  for await (const part of contentOf(zip, entry)) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  // Only blanks before it: with `\s`, a file of line breaks would be searched again from each of them.
  return /^[ \t]*\$table_prefix\s*=\s*(['"])(\w{1,64})\1\s*;/m.exec(text)?.[2] ?? null;
}

/**
 * What an uploaded archive would become, from its list of contents: a static site, or a WordPress of `wp-content` and an
 * SQL dump. Runs in a thread of uploads.
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function planImport(source: Buffer | { file: string }): Promise<ImportPlan> {
  return withZip(source, IMPORT_LIMITS, async (zip, all) => {
    const found = all.filter((entry) => !isFolder(entry));
    const entries = new Map(
      found.map((entry): [string, Entry] => [entry.fileName, entry]).filter(([path]) => !CLUTTER.test(path)),
    );
    const content = contentFolder([...entries.keys()]);
    const plan = content === null ? planStatic(entries) : planWordPress(entries, content);
    const tablePrefix = content === null ? null : await prefixOf(zip, entries, content);
    return { ...plan, tablePrefix, skipped: found.length - plan.files.size };
  });
}
