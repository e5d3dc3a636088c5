import { compiled } from './own-texts.ts';
import type { Tokens } from './message.ts';

/* A language that nobody speaks, made from English: what shows it went through t(), and is a third longer. For tests. */

const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'ê', i: 'ï', o: 'ö', u: 'ü', A: 'Å', E: 'É', I: 'Î', O: 'Ø', U: 'Û' },
};
const LONGER = 0.35;
const MARK = /(<\/?\d+\/?>)/; // bounded: of texts of the panel

const accented = (text: string): string =>
  text
    .split(MARK)
    .map((piece) =>
      piece.startsWith('<') ? piece : piece.replace(/[aeiou]/gi, (letter) => ACCENTED[letter] ?? letter),
    )
    .join('');

/** Text of a message as it is written in one. */
const quoted = (text: string, counts: boolean): string =>
  text.replaceAll("'", "''").replace(counts ? /[{}#]+/g : /[{}]+/g, "'$&'");

function written(tokens: Tokens, counts: boolean): string {
  return tokens
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? '#' : quoted(accented(token), counts);
      const [name, type, cases] = token;
      if (!cases) return type ? `{${name}, ${type}}` : `{${name}}`;
      const all = Object.entries(cases).map(([key, one]) =>
        Array.isArray(one)
          ? `${/^\d+$/.test(key) ? `=${key}` : key} {${written(one, counts || type !== 'select')}}`
          : `${key}:${one}`,
      );
      return `{${name}, ${type}, ${all.join(' ')}}`;
    })
    .join('');
}

/** A message in the pseudo language: accents on all vowels, 35 % longer, in brackets; null for a text that is none. */
export function pseudo(message: string): string | null {
  const tokens = compiled(message);
  if (!tokens || message.trim() === '') return null;
  return `[${written(tokens, false)}${'·'.repeat(Math.ceil(message.length * LONGER))}]`;
}

/** A dictionary that has every message in the pseudo language, for `languages[0]` of a partner. */
export const pseudoTexts = (): Record<string, string> =>
  new Proxy<Record<string, string>>(
    {},
    {
      get: (_, text) => (typeof text === 'string' ? (pseudo(text) ?? undefined) : undefined),
      getOwnPropertyDescriptor: (_, text) => {
        const value = typeof text === 'string' ? pseudo(text) : null;
        return value === null ? undefined : { value, configurable: true, enumerable: true };
      },
    },
  );
