import type { Said, Sentence } from '@panel/contract';
import { wordsOf } from './words.ts';

export type { Said, Sentence } from '@panel/contract';
export { sentence } from '../lib/sentence.ts';

type Given = Readonly<Record<string, string | number | Date | readonly Sentence[]>>;

/** A database refuses half of a character, which a cut text can end in. */
const whole = <T>(value: T): T | string => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * A text that is stored by its values, and said in the language of whoever reads it. The text is a literal, so that
 * `scripts/words.ts` finds it.
 * @example said('{site} is ready.', { site: fqdn })
 */
export const said = (template: string, values: Given = {}): Said => ({
  template,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? { date: value.toISOString() } : typeof value === 'object' ? [...value] : whole(value),
    ]),
  ),
});

/** The English of a text. */
const english = (text: Said): string => wordsOf('en').say(text);

/** The columns of a row that tells something: in English for programs, and what says it in other languages. */
export const described = (text: Said): Said & { description: string } => ({ description: english(text), ...text });

/** The same for a step of a task. */
export const titled = (text: Said): Said & { title: string } => ({ title: english(text), ...text });

/** A failure of something outside can be as long as a page. */
const REASON_MAX = 2000;

const cut = <T>(value: T): T | string => (typeof value === 'string' ? whole(value.slice(0, REASON_MAX)) : value);

/** A text with values is one of the panel's own: only what it was given can be long. */
const bounded = ({ template, values }: Sentence): Sentence => ({
  template: Object.keys(values).length > 0 ? template : cut(template),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)])),
});

/** What happened, as sentences of another text, each of a bounded length: the result is stored. */
export const reasonOf = ({ message, texts }: { message: string; texts?: readonly Sentence[] }): Sentence[] =>
  (texts ?? [{ template: message, values: {} }]).map(bounded);

/** The message of an answer: in English, and what says it in other languages. */
export const withMessage = (text: Said): Said & { message: string } => ({ message: english(text), ...text });
