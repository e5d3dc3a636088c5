import type { Tokens } from './message.ts';

/** Values of a message's arguments. */
export type WordValues = Readonly<Record<string, string | number>>;

/** A compiled message with its values, by the rules of a language: what Lingui's runtime does in the browser. */
export function sayMessage(tokens: Tokens, values: WordValues, locale: string): string {
  const number = new Intl.NumberFormat(locale);
  const shown = (value: string | number | undefined): string =>
    typeof value === 'number' ? number.format(value) : (value ?? '');

  function say(parts: Tokens, counted: number): string {
    return parts
      .map((part) => {
        if (typeof part === 'string') return part === '#' && !Number.isNaN(counted) ? number.format(counted) : part;
        const [name, type, cases] = part;
        const value = values[name];
        if (cases === undefined) return type === 'number' ? shown(Number(value)) : String(value ?? `{${name}}`);
        const { offset = 0, ...inner } = cases;
        const count = Number(value) - Number(offset);
        const exact = inner[String(value)];
        const rule =
          type === 'select'
            ? 'other'
            : new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' }).select(count);
        const chosen = exact ?? inner[rule] ?? inner['other'] ?? [];
        return say(Array.isArray(chosen) ? chosen : [], type === 'select' ? counted : count);
      })
      .join('');
  }

  return say(tokens, Number.NaN);
}
