/** A message in parts: text, `#` for the number of a plural, or an argument with its type and its cases. */
export type Tokens = (
  | string
  | [name: string]
  | [name: string, type: string]
  | [name: string, type: string, cases: Cases]
)[];
type Cases = Record<string, Tokens | number>;

/**
 * Compiles a message of ICU MessageFormat as `compileMessage` of @lingui/message-utils does, which is 6.5 KB (brotli)
 * and thus not in the browser. Arguments, plural, selectordinal and select; styles such as `{at, date, short}` are not
 * used: dates and numbers come formatted (format.ts).
 * @throws SyntaxError for anything else, so that a test or the lint finds it
 */
export function compile(message: string): Tokens {
  let at = 0;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(message)?.[0];
    if (found === undefined) throw new SyntaxError(`Not a message: ${message} (at ${at})`);
    at += found.length;
    return found;
  };
  const word = (): string => {
    const found = take(/\s*[\w=]+\s*/y).trim();
    return found.startsWith('=') ? found.slice(1) : found;
  };

  function cases(counts: boolean): Cases {
    const all: Cases = {};
    while (message[at] !== '}') {
      const name = word();
      if (name === 'offset') all[name] = Number(take(/:\d+\s*/y).slice(1));
      else {
        take(/\{/y);
        all[name] = tokens(counts);
        take(/\}\s*/y);
      }
    }
    return all;
  }

  function argument(counts: boolean): Tokens[number] {
    take(/\{/y);
    const name = word();
    const type =
      message[at] === ','
        ? take(/,\s*(?:plural|selectordinal|select|number)\s*/y)
            .slice(1)
            .trim()
        : null;
    const rest = type && message[at] === ',' ? (at++, cases(counts || type !== 'select')) : null;
    take(/\}/y);
    return rest && type ? [name, type, rest] : type ? [name, type] : [name];
  }

  function tokens(counts: boolean): Tokens {
    const all: Tokens[number][] = [];
    let text = '';
    const end = () => {
      if (text) all.push(text);
      text = '';
    };
    while (at < message.length && message[at] !== '}') {
      const here = message[at];
      if (here === '{') {
        end();
        all.push(argument(counts));
      } else if (here === '#' && counts) {
        end();
        all.push('#');
        at++;
      } else if (message.startsWith("''", at)) {
        text += "'";
        at += 2;
      } else if (here === "'" && (counts ? /[{}#]/ : /[{}]/).test(message[at + 1] ?? '')) {
        text += take(/'(?:[^']|'')*'?/y)
          .replace(/^'|'$/g, '')
          .replaceAll("''", "'");
      } else {
        text += here;
        at++;
      }
    }
    end();
    return all;
  }

  const all = tokens(false);
  if (at < message.length) take(/$/y);
  return all;
}
