import { list } from '@panel/contract';
import * as v from 'valibot';
import type { StoredPage } from '../../db/schema/migration.table.ts';
import type { HostingDriver } from '../../hosting/driver.ts';
import { hostedText } from '../../hosting/hosted-text.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { EgressRefusal } from '../../hosting/egress/refusal.ts';
import { runPhp } from '../site-tool/run-php.ts';
import {
  askPage,
  differsInSize,
  PAGE_MS,
  titleOf,
  type AskPage,
  type NoAnswer,
  type PageAnswer,
} from '../site/ask-page.ts';

/** How many pages are compared: the home page, then what was changed last. */
const PAGES_MAX = 300;
/** After this time no further page is begun. */
const TOTAL_MS = 15 * 60_000;
/** Time limit of a step that lists and compares them. */
export const COMPARE_MS = TOTAL_MS + PAGE_MS + 2 * 60_000;

/**
 * The addresses below the site's own, of what it publishes, how much that is, and what is published of types that only a plugin or
 * theme knows that is not loaded: nobody can tell their addresses.
 */
const LIST = `global $wpdb;
$query = new WP_Query(array('post_type' => array_values(array_diff(get_post_types(array('public' => true)), array('attachment'))),
  'post_status' => 'publish', 'has_password' => false, 'posts_per_page' => ${PAGES_MAX}, 'orderby' => 'modified',
  'fields' => 'ids', 'ignore_sticky_posts' => true, 'suppress_filters' => true));
$paths = array();
foreach ($query->posts as $id) {
  $url = wp_parse_url((string) get_permalink($id));
  $paths[] = ($url['path'] ?? '/') . (isset($url['query']) ? '?' . $url['query'] : '');
}
$known = get_post_types();
$unknown = array();
foreach ($wpdb->get_results("SELECT post_type AS type, COUNT(*) AS rows_of_it FROM $wpdb->posts WHERE post_status = 'publish' AND post_password = '' GROUP BY post_type ORDER BY post_type") as $row)
  if (!isset($known[$row->type])) $unknown[] = array('type' => (string) $row->type, 'count' => (int) $row->rows_of_it);
$answer(array('paths' => $paths, 'total' => (int) $query->found_posts, 'unknown' => array_slice($unknown, 0, 50)));`;
/** Of the name of a type, which WordPress cuts to 20. */
const TYPE_MAX = 60;
/** A path, not another host: `//` would begin one. */
const Path = v.pipe(v.string(), v.maxLength(500), v.regex(/^\/(?!\/)[^\s\\#]*$/u));
const Pages = v.object({
  paths: list(v.string(), { max: PAGES_MAX }),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  unknown: list(v.object({ type: hostedText(TYPE_MAX), count: v.pipe(v.number(), v.integer(), v.minValue(0)) }), {
    max: 50,
  }),
});

/**
 * The pages of a WordPress, the home page first, and how many it publishes besides them. An address that is not usable,
 * e.g. because it is very long, is one of these. Plugins and the theme are loaded, because they publish types of their own,
 * such as products; where one of them fails, what it publishes is counted, and `note` gets the names.
 * @throws HostingError when it cannot list them
 */
export async function pageAddresses(
  hosting: HostingDriver,
  siteId: string,
  { signal, note }: { signal: AbortSignal; note: (line: string) => void },
): Promise<{ paths: string[]; others: number }> {
  const listing = { code: LIST, schema: Pages, failure: 'We could not list the pages.', signal };
  let unknown: v.InferOutput<typeof Pages>['unknown'] = [];
  const found = await runPhp(hosting, siteId, { ...listing, without: 'nothing' }).catch(async (error: unknown) => {
    if (!(error instanceof HostingError) || signal.aborted) throw error;
    const alone = await runPhp(hosting, siteId, listing);
    unknown = alone.unknown;
    const names = unknown.map(({ type, count }) => `${count} of the type ${type}`).join(', ');
    note(`A plugin or the theme of the copy fails, so what they publish is left out${names && `: ${names}`}`);
    return alone;
  });
  const usable = found.paths.filter((path) => v.is(Path, path));
  const paths = [...new Set(['/', ...usable])].slice(0, PAGES_MAX);
  const ofUnknown = unknown.reduce((sum, { count }) => sum + count, 0);
  return { paths, others: Math.max(0, found.total - usable.length) + ofUnknown };
}

const factsOf = ({ status, body }: PageAnswer) => ({ status, title: titleOf(body), bytes: Buffer.byteLength(body) });

type Side = ReturnType<typeof factsOf> | NoAnswer;

const look = (ask: AskPage, path: string, signal: AbortSignal): Promise<Side> =>
  askPage({ ask, path, signal, read: factsOf }, (error) => (error instanceof EgressRefusal ? error.message : null));

function differenceOf(copy: Side, original: Side | null): string | null {
  if ('reason' in copy) return `The copy does not answer. ${copy.reason}`;
  if (original === null) return copy.status < 400 ? null : `The copy answers ${copy.status}.`;
  if ('reason' in original) return `The original does not answer. ${original.reason}`;
  if (copy.status !== original.status) return `The copy answers ${copy.status}, the original ${original.status}.`;
  if (copy.title !== original.title) return 'The titles differ.';
  return differsInSize(copy, original) ? 'The sizes differ a lot.' : null;
}

type Comparison = {
  paths: readonly string[];
  copy: AskPage;
  /** Null when its address is not known. */
  original: AskPage | null;
  signal: AbortSignal;
  onPage: (done: number) => void;
};

/**
 * Compares page by page, one after the other: the original is in use. A slow original leaves the last ones out.
 * @param totalMs replaces the time after which no page is begun
 */
export async function comparePages(
  { paths, copy, original, signal, onPage }: Comparison,
  totalMs = TOTAL_MS,
): Promise<StoredPage[]> {
  const pages: StoredPage[] = [];
  const began = performance.now();
  for (const path of paths) {
    if (performance.now() - began > totalMs) break;
    const [here, there] = await Promise.all([
      look(copy, path, signal),
      original === null ? null : look(original, path, signal),
    ]);
    pages.push({
      path,
      copy: 'reason' in here ? null : here,
      original: there === null || 'reason' in there ? null : there,
      difference: differenceOf(here, there),
    });
    onPage(pages.length);
  }
  return pages;
}
