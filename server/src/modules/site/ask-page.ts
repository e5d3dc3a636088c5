import { plainText } from '../../lib/plain-text.ts';

/** Milliseconds until a page counts as not answering. */
export const PAGE_MS = 20_000;
const TITLE_MAX = 200;
/** Characters of the tag that begins a title, and of its text, that are looked at. */
const TAG_MAX = 200;
const TEXT_MAX = 2000;

/** Pages contain dates, visitors and addresses; a much smaller one has lost something. */
const SIZE_FACTOR = 2;

/** Part of a page's answer; hosted code writes it. */
export type PageAnswer = { status: number; body: string };
/** Requests a path of one site. */
export type AskPage = (target: string, limit: AbortSignal) => Promise<PageAnswer>;
/** Why a page did not answer. */
export type NoAnswer = { reason: string };

/** The title of a page, on one line. */
export function titleOf(html: string): string {
  for (const { index } of html.matchAll(/<title/gi)) {
    const tag = html.slice(index, index + TAG_MAX);
    const end = tag.indexOf('>');
    if (end < 0) continue;
    const [text = ''] = html.slice(index + end + 1, index + end + 1 + TEXT_MAX).split('<', 1);
    return plainText(text, TEXT_MAX).replace(/\s+/gu, ' ').slice(0, TITLE_MAX);
  }
  return '';
}

/** Whether one page is much larger than the other. */
export function differsInSize(one: { bytes: number }, other: { bytes: number }): boolean {
  const [small = 0, large = 0] = [one.bytes, other.bytes].toSorted((a, b) => a - b);
  return large > small * SIZE_FACTOR;
}

type Asking<T> = { ask: AskPage; path: string; signal: AbortSignal; read(answer: PageAnswer): T };

/**
 * Requests a page and reads its answer, or tells why there is none; `reasonOf` translates errors that people may see.
 * @throws the reason of `signal`
 */
export async function askPage<T extends object>(
  { ask, path, signal, read }: Asking<T>,
  reasonOf: (error: unknown) => string | null = () => null,
): Promise<T | NoAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
  try {
    return read(await ask(path, limit));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { reason: 'It did not answer in time.' };
    // Other messages name paths and addresses of this machine.
    return { reason: reasonOf(error)?.slice(0, TITLE_MAX) ?? 'The connection failed.' };
  }
}
