import { ExtensionSlug, ExtensionVersion, type ExtensionKind } from '@panel/contract';
import * as v from 'valibot';
import { checkZip } from '../../archive/zip-check.ts';
import { plainText } from '../../lib/plain-text.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';

/** What the header of a plugin or theme says. */
export type ExtensionFacts = {
  slug: string;
  name: string;
  version: string;
  author: string;
  description: string;
  requiresWp: string | null;
  requiresPhp: string | null;
  /** Of a theme; the header of a plugin has none. */
  tags: string[];
};

const NAME_FIELD: Record<ExtensionKind, string> = { plugin: 'Plugin Name', theme: 'Theme Name' };
const MAIN_FILE: Record<ExtensionKind, RegExp> = { plugin: /^[^/]+\/[^/]+\.php$/i, theme: /^[^/]+\/style\.css$/ };
const OF_MAC = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;
const TEXT_MAX = 300;
const TAGS_MAX = 30;
const REQUIRES = /^\d{1,4}(?:\.\d{1,4}){0,3}$/;

/** How much of a line is looked at: a field's name, its text, and markup in it. */
const LINE_MAX = 2000;
const OPEN = '<?php';
const BEFORE_NAME = new Set([' ', '\t', '/', '*', '#', '@']);

/** What comes before a field's name in a line: `<?php` and the signs of a comment. */
function nameBegins(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  at = line.slice(at, at + OPEN.length).toLowerCase() === OPEN ? at + OPEN.length : 0;
  while (BEFORE_NAME.has(line[at] ?? '')) at += 1;
  return at;
}

/** The text before the end of a comment or of PHP. */
function untilEnd(text: string): string {
  const ends = ['*/', '?>'].map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return text.slice(0, Math.min(...ends, text.length));
}

/** A text without tags; a tag that does not end is text. */
function withoutTags(text: string): string {
  let rest = '';
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    rest += text.slice(at, open);
    at = close + 1;
  }
  return rest + text.slice(at);
}

/** A field of a header, found and cleaned as WordPress does (`get_file_data`), in one pass over the text. */
export function headerField(text: string, field: string): string {
  const name = `${field}:`.toLowerCase();
  for (let begin = 0; begin < text.length;) {
    const end = endOfLine(text, begin);
    if (end === begin) {
      begin += 1;
      continue;
    }
    const line = text.slice(begin, Math.min(end, begin + LINE_MAX));
    const at = nameBegins(line);
    if (line.slice(at, at + name.length).toLowerCase() === name)
      return plainText(withoutTags(untilEnd(line.slice(at + name.length))), TEXT_MAX);
    begin = end + 1;
  }
  return '';
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
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
  const header = [...starts.values()].find((text) => headerField(text, NAME_FIELD[kind]) !== '');
  if (header === undefined) throw refusedArchive(missing(kind));
  if (
    kind === 'theme' &&
    !files.some(({ path }) => [`${slug}/index.php`, `${slug}/templates/index.html`].includes(path))
  )
    throw refusedArchive('The theme has neither index.php nor templates/index.html.');
  const version = headerField(header, 'Version');
  if (!v.is(ExtensionVersion, version))
    throw refusedArchive(`The header of the ${kind} has no valid "Version". Add one such as 1.0.0.`);
  return {
    slug,
    version,
    name: headerField(header, NAME_FIELD[kind]),
    author: headerField(header, 'Author'),
    description: headerField(header, 'Description'),
    requiresWp: orNull(headerField(header, 'Requires at least')),
    requiresPhp: orNull(headerField(header, 'Requires PHP')),
    tags: headerField(header, 'Tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
      .slice(0, TAGS_MAX),
  };
}

const missing = (kind: ExtensionKind): string =>
  kind === 'plugin'
    ? 'This is not a plugin: no PHP file of its folder has a header with "Plugin Name".'
    : 'This is not a theme: its folder has no style.css with a header with "Theme Name".';
