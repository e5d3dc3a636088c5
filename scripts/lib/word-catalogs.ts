/** Catalogues: files of translations, and what is wrong in them (ADR 0116). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { compile } from '../../shared/contract/src/message.ts';
import { ROOT, type Texts } from './word-texts.ts';
import { argumentsOf } from './word-literals.ts';

/** English text → translation; a text that is not in it is shown in English. */
export type Catalog = Readonly<Record<string, string>>;

export const catalogFile = (folder: string, language: string): string => `${folder}/src/words/${language}.json`;

/** @throws Error that names the file, if it is not JSON of texts */
export function readCatalog(file: string, root = ROOT): Catalog {
  const whole = path.resolve(root, file);
  if (!existsSync(whole)) return {};
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(whole, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const entries = typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : null;
  if (!entries?.every(([, translation]) => typeof translation === 'string'))
    throw new Error(`${file} must be an object of English texts and their translations.`);
  return Object.fromEntries(entries) as Catalog;
}

/** The catalogue as it is written: in the order of the English texts, so that branches rarely change the same lines. */
export const catalogText = (catalog: Catalog): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(catalog).sort(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`;

export function writeCatalog(file: string, catalog: Catalog): void {
  mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
  writeFileSync(path.join(ROOT, file), catalogText(catalog));
}

/** The catalogue of the texts that there are: stale entries are dropped, missing ones taken from elsewhere. */
export const kept = (texts: Texts, catalog: Catalog, elsewhere: Catalog): Catalog =>
  Object.fromEntries(
    [...texts.keys()].flatMap((text) => {
      const translation = catalog[text] || elsewhere[text];
      return translation ? [[text, translation]] : [];
    }),
  );

type Tokens = ReturnType<typeof compile>;

/** Counting arguments of a message, with the cases of each. */
function countsIn(tokens: Tokens): { name: string; type: string; cases: string[] }[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, type = '', cases = {}] = token as [string, string?, Record<string, Tokens | number>?];
    const inner = Object.values(cases).flatMap((one) => (Array.isArray(one) ? countsIn(one) : []));
    return type === 'plural' || type === 'selectordinal'
      ? [{ name, type, cases: Object.keys(cases) }, ...inner]
      : inner;
  });
}

const categories = (language: string, type: string): string[] =>
  new Intl.PluralRules(language, { type: type === 'plural' ? 'cardinal' : 'ordinal' }).resolvedOptions()
    .pluralCategories;

const MARK = /<\/?\d+\/?>/g;
const sorted = (names: Iterable<string>): string => [...new Set(names)].sort().join(', ');
const marksOf = (text: string): string => sorted(text.match(MARK) ?? []);

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

/** What is wrong with a translation, for a sentence that begins with it; null for a good one. */
export function problemOf(language: string, english: string, translation: string): string | null {
  let tokens: Tokens;
  try {
    tokens = compile(translation);
    // The browser compiles it, and differs from the library in nothing.
    if (JSON.stringify(tokens) !== JSON.stringify(compileMessage(translation)))
      return 'is compiled otherwise by the library';
  } catch (error) {
    return `is not a message: ${(error as Error).message}`;
  }
  const [wanted, given] = [sorted(argumentsOf(compile(english))), sorted(argumentsOf(tokens))];
  if (wanted !== given) return `has the arguments {${given}}, and the English text has {${wanted}}`;
  if (marksOf(english) !== marksOf(translation))
    return `has the parts ${marksOf(translation) || 'none'}, and the English text has ${marksOf(english) || 'none'}`;
  if (!isPaired(translation)) return 'has parts that are not closed in order';
  for (const { name, type, cases } of countsIn(tokens)) {
    const missing = categories(language, type).filter((one) => !cases.includes(one));
    if (missing.length > 0) return `lacks ${missing.join(', ')} of the ${type} of {${name}}`;
  }
  return null;
}

/** Everything that is wrong in a catalogue, each as one line with file and text; missing and stale translations are not. */
export const catalogProblems = (file: string, language: string, texts: Texts, catalog: Catalog): string[] =>
  Object.entries(catalog).flatMap(([text, translation]) => {
    const problem = texts.has(text) ? problemOf(language, text, translation) : null;
    return problem === null ? [] : [`${file}: the translation of ${JSON.stringify(text)} ${problem}`];
  });
