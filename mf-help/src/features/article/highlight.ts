import { processTerm } from './search-options.ts';

export type Piece = { text: string; found: boolean };

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const EXCERPT = 160;

/** A text in pieces, those apart that the search has found. */
export function pieces(text: string, terms: ReadonlySet<string>): Piece[] {
  const parts: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!terms.has(processTerm(match[0]))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), found: false });
    parts.push({ text: match[0], found: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), found: false });
  return parts;
}

/** The part of a text around the first word that the search has found, or nothing. */
export function excerptOf(words: string, terms: ReadonlySet<string>): string | null {
  for (const match of words.matchAll(WORD)) {
    if (!terms.has(processTerm(match[0]))) continue;
    const from = words.lastIndexOf(' ', Math.max(0, match.index - 50)) + 1;
    const to = words.indexOf(' ', from + EXCERPT);
    return `${from > 0 ? '…' : ''}${words.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : '…'}`;
  }
  return null;
}
