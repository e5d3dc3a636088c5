import { ExtensionSlug, ExtensionVersion } from '@panel/contract';
import sanitize from 'sanitize-html';
import * as v from 'valibot';
import type {
  DirectoryAnswer,
  DirectoryBytes,
  FoundDetails,
  FoundItem,
} from '../../hosting/directory/directory-entry.ts';
import { scanJson } from '../../lib/json-scan.ts';
import { plainText } from '../../lib/plain-text.ts';

/** A page of a hundred entries with every field that the API has. */
const BOUNDS = { depth: 16, elements: 120_000, names: 1000 };
const ITEMS_MAX = 100;
const LINE_MAX = 300;
/** How much of a description is looked at, and how much of it is kept. */
const HTML_MAX = 200_000;
const SHORT_HTML_MAX = 5000;
const TEXT_MAX = 6000;
const TAGS_MAX = 20;
const COUNT_MAX = 2_000_000_000;

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,3}$/;
/** `2024-11-05 2:13pm GMT` of plugins, `2024-11-12 18:11:09` and `2024-11-12` of themes. */
const TIME = /^(\d{4}-\d{2}-\d{2})(?: (\d{1,2}):(\d{2})(?::\d{2})?(am|pm)?)?(?: GMT)?$/i;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The text of HTML: what its markup separates is on lines of its own, scripts and styles are left out. */
function textOf(html: string): string {
  const lines = html
    .slice(0, HTML_MAX)
    .replace(/<(?:\/(?:p|li|h[1-6]|ul|ol|div|tr|pre|blockquote|dd|dt)|br ?\/?)>/gi, '\n')
    .replace(/<li>/gi, '• ');
  return sanitize(lines, { allowedTags: [], allowedAttributes: {} }).replace(
    /&(?:amp|lt|gt|quot);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
}

const line = (value: unknown, max = LINE_MAX): string =>
  typeof value === 'string' ? plainText(textOf(value.slice(0, SHORT_HTML_MAX)).replace(/\s+/g, ' '), max) : '';

/** Several lines, none of them empty. */
const paragraphs = (value: unknown): string =>
  typeof value === 'string'
    ? textOf(value)
        .split('\n')
        .map((each) => plainText(each, 2000))
        .filter(Boolean)
        .join('\n')
        .slice(0, TEXT_MAX)
        .toWellFormed()
    : '';

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const count = (value: unknown, max = COUNT_MAX): number => {
  const number = Number(value);
  return Number.isFinite(number) ? Math.min(max, Math.max(0, Math.round(number))) : 0;
};
const versionOrNull = (value: unknown): string | null =>
  typeof value === 'string' && VERSION.test(value) ? value : null;
const address = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 1000 && /^(?:https?:)?\/\/\S+$/i.test(value) ? value : null;

function timeOf(...values: unknown[]): string | null {
  for (const value of values) {
    const [, day, hour = '0', minute = '00', half] = (typeof value === 'string' && TIME.exec(value)) || [];
    if (day === undefined) continue;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
    const at = Date.parse(`${day}T${String(hours).padStart(2, '0')}:${minute}:00Z`);
    if (Number.isFinite(at)) return new Date(at).toISOString();
  }
  return null;
}

/** The smallest picture that is sharp enough; an SVG is never shown. */
function iconOf(one: Record<string, unknown>): string | null {
  const icons = record(one['icons']);
  const candidates = [icons['1x'], icons['2x'], icons['default'], one['screenshot_url']].map(address);
  return candidates.find((url) => url !== null && !/\.svg(?:[?#]|$)/i.test(url)) ?? null;
}

/** One plugin or theme; nothing without a folder name or a version that could be installed. */
function itemOf(value: unknown): FoundItem | null {
  const one = record(value);
  const [slug, version] = [one['slug'], one['version']];
  if (!v.is(ExtensionSlug, slug) || !v.is(ExtensionVersion, version)) return null;
  const author = one['author'];
  const ratings = count(one['num_ratings']);
  return {
    slug,
    version,
    name: line(one['name'], 200) || slug,
    author: line(typeof author === 'string' ? author : (record(author)['display_name'] ?? ''), 200),
    summary: line(one['short_description'] ?? one['description']),
    iconUrl: iconOf(one),
    downloadUrl: address(one['download_link']),
    rating: ratings > 0 ? count(one['rating'], 100) : null,
    ratingCount: ratings,
    activeInstalls: count(one['active_installs']),
    requiresWp: versionOrNull(one['requires']),
    requiresPhp: versionOrNull(one['requires_php']),
    testedWp: versionOrNull(one['tested']),
    updatedAt: timeOf(one['last_updated'], one['last_updated_time']),
    tags: Object.values(record(one['tags']))
      .slice(0, TAGS_MAX)
      .flatMap((tag) => line(tag, 60) || []),
    downloaded: count(one['downloaded']),
  };
}

function detailsOf(value: unknown): FoundDetails | null {
  const item = itemOf(value);
  const sections = record(record(value)['sections']);
  return (
    item && { ...item, description: paragraphs(sections['description']), changelog: paragraphs(sections['changelog']) }
  );
}

/** Reads an answer of the directory: a page of it, or one entry. What has not the expected form is left out. */
export function readDirectoryAnswer({ kind, bytes, isOne }: DirectoryBytes): DirectoryAnswer {
  if (scanJson(bytes, BOUNDS) !== 'ok') return { refused: 'form' };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { refused: 'form' };
  }
  if (isOne) {
    const details = detailsOf(value);
    if (details) return { item: details };
    return { refused: value === false || typeof record(value)['error'] === 'string' ? 'missing' : 'form' };
  }
  const { info, [`${kind}s`]: list } = record(value);
  // A page without entries may come as an object.
  const entries = Array.isArray(list) ? list : typeof list === 'object' && list !== null ? Object.values(list) : null;
  if (entries === null) return { refused: 'form' };
  const items = entries.slice(0, ITEMS_MAX).flatMap((one) => itemOf(one) ?? []);
  return { items, total: Math.max(count(record(info)['results']), items.length) };
}
