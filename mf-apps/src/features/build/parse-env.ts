export type ParsedVariable = { name: string; value: string };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The variables of a pasted `.env` file: `NAME=value`, with `export` before it or not, values in quotes or without, comments. Lines
 * that are nothing of these are counted.
 */
export function parseEnv(text: string): { variables: ParsedVariable[]; skipped: number } {
  const found = new Map<string, string>();
  let skipped = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const given = line.startsWith('export ') ? line.slice('export '.length).trimStart() : line;
    const at = given.indexOf('=');
    const name = given.slice(0, at).trim();
    if (at === -1 || !NAME.test(name)) skipped += 1;
    else found.set(name, valueOf(given.slice(at + 1).trim()));
  }
  return { variables: [...found].map(([name, value]) => ({ name, value })), skipped };
}

/** Double quotes understand `\n` and escapes, single quotes nothing; without quotes a comment ends the value. */
function valueOf(text: string): string {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    const inner = end === -1 ? text.slice(1) : text.slice(1, end);
    return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\"', '"') : inner;
  }
  const comment = text.indexOf(' #');
  return comment === -1 ? text : text.slice(0, comment).trimEnd();
}
