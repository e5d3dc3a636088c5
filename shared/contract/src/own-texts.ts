import type { IssueTemplate } from './input-issues.ts';
import { compile, type Tokens } from './message.ts';

/** A partner's own texts (`languages[0]` of the specification): language → English text → what the partner says instead. */

/** How many a language can have, how long one is, and how long all of a language are: each page view carries them. */
export const OWN_TEXTS_MAX = 500;
export const OWN_TEXT_MAX = 2000;
export const OWN_TEXTS_CHARACTERS = 30_000;

/** Entries of the dictionary that are no text of the panel, but say what it shows; they count in every language. */
export const DICTIONARY_KEYS = [
  'login_blurb',
  'SUPPORT_DOCUMENTATION_LINK',
  'SUPPORT_COMMUNITY_LINK',
  'SUPPORT_FEATURE_REQUESTS_LINK',
] as const;
export type DictionaryKey = (typeof DICTIONARY_KEYS)[number];

export const isDictionaryKey = (text: string): text is DictionaryKey =>
  (DICTIONARY_KEYS as readonly string[]).includes(text);

/** What is wrong with an own text; `{name}` is an argument, `{parts}` are marks such as `<0>`. */
export const ownTextProblems = {
  empty: 'Enter a text.',
  tooLong: 'At most {limit} characters are allowed.',
  control: 'Control characters are not allowed.',
  address: 'Enter an address that begins with http:// or https://.',
  source: 'The English text can’t be replaced.',
  message:
    'A brace or a quotation mark before one is not closed, or there is something in braces that the panel can’t fill in.',
  other: 'The choice of {name} needs a case “other”.',
  unknown: '{name} is not among the values of this text.',
  missing: '{name} is missing: the panel fills it in.',
  number: '{name} is not a number in this text, so it can’t choose a plural.',
  markup: 'The characters < and > are not allowed here.',
  parts: 'The text needs the same marks as the original, each closed in its order: {parts}',
} as const satisfies Record<string, string>;

type Problem = keyof typeof ownTextProblems;
const problem = (which: Problem, values: IssueTemplate['values'] = {}): IssueTemplate => ({
  template: ownTextProblems[which],
  values,
});

/** What is wrong, as a program gets it; pages say the template in their language. */
export const problemInEnglish = ({ template, values }: IssueTemplate): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => value.toLocaleString('en-US')),
    template,
  );

/** Arguments of a message, each with whether it is counted, and those that choose without a case for the rest. */
export type MessageArguments = { counted: ReadonlyMap<string, boolean>; open: string | null };

export function argumentsIn(tokens: Tokens): MessageArguments {
  const counted = new Map<string, boolean>();
  let open: string | null = null;
  const read = (parts: Tokens) => {
    for (const part of parts) {
      if (typeof part === 'string') continue;
      const [name, type, cases] = part;
      counted.set(name, counted.get(name) === true || (type !== undefined && type !== 'select'));
      if (!cases) continue;
      if (!Object.hasOwn(cases, 'other')) open ??= name;
      for (const one of Object.values(cases)) if (Array.isArray(one)) read(one);
    }
  };
  read(tokens);
  return { counted, open };
}

/** The compiled message; null for a text that is none. Linear in its length. */
export function compiled(text: string): Tokens | null {
  try {
    return compile(text);
  } catch {
    return null;
  }
}

const MARK = /<\/?\d+\/?>/g; // bounded: digits end at >, and a text has at most OWN_TEXT_MAX characters
const CONTROL = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

const marksOf = (text: string): string[] => [...new Set(text.match(MARK))].sort();
const hasMarkup = (text: string): boolean => /[<>]/.test(text.replace(MARK, ''));

/** Whether each `<0>` is closed by its `</0>`, and nothing else is. */
function isPaired(text: string): boolean {
  const open: string[] = [];
  for (const [mark] of text.matchAll(MARK)) {
    if (mark.endsWith('/>')) continue;
    if (!mark.startsWith('</')) open.push(mark);
    else if (open.pop() !== mark.replace('/', '')) return false;
  }
  return open.length === 0;
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** What is wrong with the message that replaces a text of the panel. */
function messageProblem(text: string, own: string): IssueTemplate | null {
  const source = compiled(text);
  if (!source) return problem('source');
  const tokens = compiled(own);
  if (!tokens) return problem('message');
  const [wanted, given] = [argumentsIn(source).counted, argumentsIn(tokens)];
  if (given.open !== null) return problem('other', { name: `{${given.open}}` });
  for (const [name, isCounted] of given.counted) {
    if (!wanted.has(name)) return problem('unknown', { name: `{${name}}` });
    if (isCounted && !wanted.get(name)) return problem('number', { name: `{${name}}` });
  }
  for (const name of wanted.keys()) if (!given.counted.has(name)) return problem('missing', { name: `{${name}}` });
  if (hasMarkup(own) && !hasMarkup(text)) return problem('markup');
  const marks = marksOf(text);
  if (marks.join() !== marksOf(own).join() || !isPaired(own))
    return marks.length === 0 ? problem('markup') : problem('parts', { parts: marks.join(' ') });
  return null;
}

/**
 * What is wrong with a partner's own text in place of `text`; null for a good one. The same for the form and for the
 * server. Looks at the length before the content (ADR 0080).
 */
export function ownTextProblem(text: string, own: string): IssueTemplate | null {
  if (text.length > OWN_TEXT_MAX || own.length > OWN_TEXT_MAX) return problem('tooLong', { limit: OWN_TEXT_MAX });
  if (own.trim() === '') return problem('empty');
  if (CONTROL.test(own)) return problem('control');
  if (text === 'login_blurb') return null;
  if (isDictionaryKey(text)) return isWebAddress(own) ? null : problem('address');
  return messageProblem(text, own);
}

type Dictionary = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;

/** The texts of a language that a dictionary has; anything else that may be stored there is none. */
export function ownTextsOf(languages: unknown, language: string): Readonly<Record<string, string>> {
  const first: unknown = Array.isArray(languages) ? languages[0] : null;
  if (typeof first !== 'object' || first === null || !Object.hasOwn(first, language)) return {};
  const texts = (first as Dictionary)[language];
  return typeof texts === 'object' && texts !== null ? texts : {};
}

/** An own text of a dictionary as a message; null without one, and for one that is no message, which is not used. */
export function ownMessage(texts: Readonly<Record<string, string>>, text: string): Tokens | null {
  const own: unknown = Object.hasOwn(texts, text) ? texts[text] : null;
  return typeof own === 'string' && own.length <= OWN_TEXT_MAX ? compiled(own) : null;
}
