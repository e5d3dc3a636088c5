import { ExtensionSlug, ExtensionVersion, type ExtensionKind } from '@panel/contract';
import * as v from 'valibot';
import { checkZip } from '../../archive/zip-check.ts';
import { refusedArchive } from '../../archive/zip-entries.ts';

/** What the header of a plugin or theme says. */
export type ExtensionFacts = {
  slug: string;
  name: string;
  version: string;
  author: string;
  description: string;
  requiresWp: string | null;
  requiresPhp: string | null;
};

const NAME_FIELD: Record<ExtensionKind, string> = { plugin: 'Plugin Name', theme: 'Theme Name' };
const MAIN_FILE: Record<ExtensionKind, RegExp> = { plugin: /^[^/]+\/[^/]+\.php$/i, theme: /^[^/]+\/style\.css$/ };
const OF_MAC = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;
const TEXT_MAX = 300;
const REQUIRES = /^\d{1,4}(?:\.\d{1,4}){0,3}$/;

/** A field of a header, found and cleaned as WordPress does (`get_file_data`). */
function fieldOf(text: string, field: string): string {
  const found = new RegExp(`^(?:[ \\t]*<\\?php)?[ \\t/*#@]*${field}:(.*)$`, 'im').exec(text.replaceAll('\r', '\n'));
  return (found?.[1] ?? '')
    .replace(/\s*(?:\*\/|\?>).*/, '')
    .replace(/<[^>]{0,500}>/g, '')
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, TEXT_MAX);
}

const orNull = (text: string): string | null => (REQUIRES.test(text) ? text : null);

/** The one folder that WordPress installs. */
function folderOf(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => (path.includes('/') ? (path.split('/')[0] ?? '') : '')));
  const [slug = ''] = folders;
  if (folders.size !== 1 || slug === '')
    throw refusedArchive('The archive must contain exactly one folder, and everything else inside of it.');
  if (!v.safeParse(ExtensionSlug, slug).success)
    throw refusedArchive(`The folder ${JSON.stringify(slug.slice(0, 80))} is not a valid name for WordPress.`);
  return slug;
}

/**
 * Checks an uploaded archive and reads the header of the plugin or theme in it.
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function readExtension(kind: ExtensionKind, source: Buffer | { file: string }): Promise<ExtensionFacts> {
  const { files, starts } = await checkZip(source, (path) => MAIN_FILE[kind].test(path));
  const slug = folderOf(files.map(({ path }) => path).filter((path) => !OF_MAC.test(path)));
  const header = [...starts.values()].find((text) => fieldOf(text, NAME_FIELD[kind]) !== '');
  if (header === undefined) throw refusedArchive(missing(kind));
  if (
    kind === 'theme' &&
    !files.some(({ path }) => [`${slug}/index.php`, `${slug}/templates/index.html`].includes(path))
  )
    throw refusedArchive('The theme has neither index.php nor templates/index.html.');
  const version = fieldOf(header, 'Version');
  if (!v.is(ExtensionVersion, version))
    throw refusedArchive(`The header of the ${kind} has no valid "Version". Add one such as 1.0.0.`);
  return {
    slug,
    version,
    name: fieldOf(header, NAME_FIELD[kind]),
    author: fieldOf(header, 'Author'),
    description: fieldOf(header, 'Description'),
    requiresWp: orNull(fieldOf(header, 'Requires at least')),
    requiresPhp: orNull(fieldOf(header, 'Requires PHP')),
  };
}

const missing = (kind: ExtensionKind): string =>
  kind === 'plugin'
    ? 'This is not a plugin: no PHP file of its folder has a header with "Plugin Name".'
    : 'This is not a theme: its folder has no style.css with a header with "Theme Name".';
