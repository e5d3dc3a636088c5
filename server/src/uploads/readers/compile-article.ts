import type { HelpBlock, HelpRun } from '@panel/contract';
import { lexer, type Token, type Tokens } from 'marked';
import { PanelError } from '../../kernel/errors.ts';

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
/** A host that nothing has: an address that stays on it is a path of the panel. */
const HERE = 'http://here.invalid';
const MAX_DEPTH = 3;

/** The address of a link as the browser would read it, or nothing for what is no page and no way to write to somebody. */
function safeHref(href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (!URL.canParse(href, HERE)) return undefined;
  const url = new URL(href, HERE);
  if (url.origin === HERE) return href.startsWith('/') ? url.href.slice(HERE.length) : undefined;
  return SCHEMES.includes(url.protocol) ? url.href : undefined;
}

type Look = Pick<HelpRun, 'style' | 'href'>;

const STYLE: Readonly<Record<string, HelpRun['style']>> = { strong: 'strong', em: 'emphasis' };

const run = (text: string, look: Look): HelpRun => ({
  text,
  ...(look.style ? { style: look.style } : {}),
  ...(look.href ? { href: look.href } : {}),
});

/** Texts of inline tokens. HTML is left out; of an image its text is kept. */
function runsOf(tokens: readonly Token[], look: Look = {}): HelpRun[] {
  return tokens.flatMap((token): HelpRun[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return runsOf(token.tokens ?? [], { ...look, style: STYLE[token.type] });
      case 'codespan':
        return [run((token as Tokens.Codespan).text, { ...look, style: 'code' })];
      case 'link':
        return runsOf(token.tokens ?? [], { ...look, href: safeHref((token as Tokens.Link).href) });
      case 'html':
        return [];
      case 'br':
        return [run('\n', look)];
      default: {
        const { tokens: inside, text } = token as Tokens.Text;
        return inside ? runsOf(inside, look) : text ? [run(text, look)] : [];
      }
    }
  });
}

/** The fragment of a heading, unique in the article. */
function idOf(text: string, used: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part';
  let id = base;
  for (let count = 2; used.has(id); count += 1) id = `${base}-${count}`;
  used.add(id);
  return id;
}

const textOf = (runs: readonly HelpRun[]): string => runs.map(({ text }) => text).join('');

function blocksOf(tokens: readonly Token[], used: Set<string>, depth = 0): HelpBlock[] {
  return tokens.flatMap((token): HelpBlock[] => {
    switch (token.type) {
      case 'heading': {
        const runs = runsOf(token.tokens ?? []);
        const kind = (token as Tokens.Heading).depth <= 2 ? 'heading' : 'subheading';
        return [{ kind, runs, id: idOf(textOf(runs), used) }];
      }
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', runs: runsOf([token]) }];
      case 'code':
        return [{ kind: 'code', runs: [{ text: (token as Tokens.Code).text }] }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'blockquote':
        return blocksOf(token.tokens ?? [], used, depth).map((block) =>
          block.kind === 'paragraph' ? { ...block, kind: 'quote' as const } : block,
        );
      case 'list':
        return itemsOf(token as Tokens.List, used, depth);
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return [{ kind: 'table', rows: [header, ...rows].map((row) => row.map((cell) => runsOf(cell.tokens))) }];
      }
      default:
        return [];
    }
  });
}

/** Entries of a list, each with the first paragraph of its text; what else it has follows it. */
function itemsOf({ items, ordered }: Tokens.List, used: Set<string>, depth: number): HelpBlock[] {
  return items.flatMap((item) => {
    const inside = blocksOf(item.tokens, used, Math.min(depth + 1, MAX_DEPTH));
    const first = inside[0]?.kind === 'paragraph' ? inside.shift() : undefined;
    const kind = ordered ? 'numbered' : 'item';
    return [{ kind, runs: first?.runs ?? [], depth } satisfies HelpBlock, ...inside];
  });
}

/** The most quotes and lists that one line opens within each other. */
const NESTED_MAX = 20;
const OPENS = /[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])/y;

/** Asked before the text is read: reading it copies the rest of the line once for each quote or list that it opens. */
function isNestedTooDeeply(markdown: string): boolean {
  return markdown.split('\n').some((line) => {
    let opened = 0;
    for (OPENS.lastIndex = 0; opened <= NESTED_MAX && OPENS.test(line);) opened += 1;
    return opened > NESTED_MAX;
  });
}

/**
 * Markdown as the blocks of an article. Nothing of it reaches a browser as HTML: tags are left out, and so are links
 * that would run something.
 * @throws PanelError VALIDATION for what is nested too deeply
 */
export function compileArticle(markdown: string): HelpBlock[] {
  const tooDeep = () => new PanelError('VALIDATION', {}, { fields: { markdown: 'This text is nested too deeply.' } });
  if (isNestedTooDeeply(markdown)) throw tooDeep();
  try {
    return blocksOf(lexer(markdown), new Set());
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

/** The words of an article, for a search. */
export const wordsOf = (blocks: readonly HelpBlock[]): string =>
  blocks
    .map(({ runs, rows }) => [...(runs ? [textOf(runs)] : []), ...(rows ?? []).flat().map(textOf)].join(' '))
    .join('\n')
    .replace(/\s+/g, ' ')
    .trim();
