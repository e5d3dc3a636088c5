import { usage } from '../fault.ts';

const ASSIGNED = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** The end of a quoted value: where its quote comes again, unescaped in double quotes. */
function quotedEnd(text: string, quote: string): number {
  for (let index = 1; index < text.length; index += 1) {
    if (text[index] === '\\' && quote === '"') index += 1;
    else if (text[index] === quote) return index;
  }
  return -1;
}

/**
 * Names and values of a .env file: comments, `export`, single and double quotes, and values of several lines in quotes.
 * @throws Fault with the line that is none of these
 */
export function parseDotenv(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < all.length; index += 1) {
    const line = all[index] ?? '';
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const number = index + 1;
    const [head = '', name = ''] = ASSIGNED.exec(line.trimStart()) ?? [];
    const given = line.trimStart().slice(head.length).trimStart();
    if (!name) throw usage(`Line ${number} is not NAME=value.`);
    const quote = given[0] ?? '';
    if (quote !== '"' && quote !== "'") {
      const comment = given.search(/\s#/);
      found.set(name, (comment < 0 ? given : given.slice(0, comment)).trimEnd());
      continue;
    }
    const rest = [given];
    let end = quotedEnd(given, quote);
    while (end < 0) {
      index += 1;
      if (index >= all.length) throw usage(`The quote in line ${number} does not end.`);
      rest.push(all[index] ?? '');
      const start = rest.slice(0, -1).join('\n').length;
      // A line is looked at once; its quote counts from its own start.
      const here = quotedEnd(`${quote}${all[index] ?? ''}`, quote);
      end = here < 0 ? -1 : start + here;
    }
    const value = rest.join('\n').slice(1, end);
    found.set(
      name,
      quote === '"' ? value.replace(/\\([nrt"\\])/g, (_, letter: string) => ESCAPES[letter] ?? '') : value,
    );
  }
  return found;
}
