import type { ComparedPage } from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { EgressRefusal } from '../../hosting/egress/refusal.ts';
import { runPhp } from '../site-tool/run-php.ts';

/** How many pages are compared: the home page, then the newest pages and posts. */
const PAGES_MAX = 20;
const PAGE_MS = 20_000;
const TITLE_MAX = 200;
/** Pages contain dates, visitors and addresses; a much smaller one has lost something. */
const SIZE_FACTOR = 2;

/** The addresses below the site's own, of what it publishes. */
const LIST = `$paths = array();
foreach (get_posts(array('post_type' => array('page', 'post'), 'post_status' => 'publish', 'has_password' => false, 'numberposts' => ${PAGES_MAX}, 'orderby' => 'modified')) as $post) {
  $url = wp_parse_url(get_permalink($post));
  $paths[] = ($url['path'] ?? '/') . (isset($url['query']) ? '?' . $url['query'] : '');
}
$answer($paths);`;
/** A path, not another host: `//` would begin one. */
const Path = v.pipe(v.string(), v.maxLength(500), v.regex(/^\/(?!\/)[^\s\\#]*$/u));
const Paths = v.pipe(v.array(Path), v.maxLength(PAGES_MAX));

/** The pages of a WordPress, the home page first. @throws HostingError when it cannot list them */
export async function pageAddresses(hosting: HostingDriver, siteId: string, signal: AbortSignal): Promise<string[]> {
  const paths = await runPhp(hosting, siteId, { code: LIST, schema: Paths, doing: 'list the pages', signal });
  return [...new Set(['/', ...paths])].slice(0, PAGES_MAX);
}

/** Part of a page's answer; both sides are untrusted. */
export type PageAnswer = { status: number; body: string };
type Ask = (target: string, limit: AbortSignal) => Promise<PageAnswer>;

function titleOf(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,2000})/i.exec(html)?.[1] ?? '';
  return title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, TITLE_MAX);
}

const factsOf = ({ status, body }: PageAnswer) => ({ status, title: titleOf(body), bytes: Buffer.byteLength(body) });

type Side = ReturnType<typeof factsOf> | { reason: string };

async function look(ask: Ask, path: string, signal: AbortSignal): Promise<Side> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
  try {
    return factsOf(await ask(path, limit));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { reason: 'It did not answer in time.' };
    // Other messages name paths and addresses of this machine.
    return { reason: error instanceof EgressRefusal ? error.message.slice(0, TITLE_MAX) : 'The connection failed.' };
  }
}

function differenceOf(copy: Side, original: Side | null): string | null {
  if ('reason' in copy) return `The copy does not answer. ${copy.reason}`;
  if (original === null) return copy.status < 400 ? null : `The copy answers ${copy.status}.`;
  if ('reason' in original) return `The original does not answer. ${original.reason}`;
  if (copy.status !== original.status) return `The copy answers ${copy.status}, the original ${original.status}.`;
  if (copy.title !== original.title) return 'The titles differ.';
  const [small = 0, large = 0] = [copy.bytes, original.bytes].toSorted((a, b) => a - b);
  return large > small * SIZE_FACTOR ? 'The sizes differ a lot.' : null;
}

type Comparison = {
  paths: readonly string[];
  copy: Ask;
  /** Null when its address is not known. */
  original: Ask | null;
  signal: AbortSignal;
  onPage: (done: number) => void;
};

/** Compares page by page, one after the other: the original is in use. */
export async function comparePages({ paths, copy, original, signal, onPage }: Comparison): Promise<ComparedPage[]> {
  const pages: ComparedPage[] = [];
  for (const path of paths) {
    const [here, there] = [await look(copy, path, signal), original && (await look(original, path, signal))];
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
