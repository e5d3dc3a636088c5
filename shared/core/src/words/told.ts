import type { Said, SaidValue, Sentence } from '@panel/contract';
import { inLocale } from './format.ts';
import { t as say, translated } from './words.ts';

const days = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));

// A failure of something outside is no message: braces in it mean nothing.
const inner = ({ template, values }: Sentence): string =>
  Object.keys(values).length > 0 ? say(template, values) : translated(template);

const plain = (value: SaidValue): string | number =>
  Array.isArray(value)
    ? value.map(inner).join(' ')
    : typeof value === 'object'
      ? days().format(new Date(value.date))
      : value;

/**
 * A text that the server has stored, in the language of the page: its English, and what says it in other languages.
 * @example told(notification.description, notification)
 */
export function told(
  english: string,
  { template, values }: { template?: string; values?: Said['values'] } = {},
): string {
  if (template === undefined || values === undefined) return translated(english);
  const said = translated(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
  );
  return said === template ? english : said;
}

/** What happened, in the language of the page: the message of a failed task. */
export const toldReason = ({ message, texts }: { message: string; texts?: readonly Sentence[] }): string =>
  texts === undefined ? translated(message) : texts.map(inner).join(' ');
