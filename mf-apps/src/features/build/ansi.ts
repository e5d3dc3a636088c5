/** One piece of a line with one look. */
export type Piece = { text: string; color: string | null; bold: boolean };

const COLORS: Readonly<Record<number, string>> = {
  31: 'var(--p-danger)',
  32: 'var(--p-success)',
  33: 'var(--p-warning)',
  34: 'var(--p-info, var(--p-accent))',
  35: 'var(--p-accent)',
  36: 'var(--p-info, var(--p-accent))',
  90: 'var(--p-text-muted)',
};

const ESCAPE = '\u001b[';

/**
 * The pieces of a line that a program wrote for a terminal (ECMA-48, SGR): the eight colors in the partner's palette, and bold. Other
 * sequences are left out. One pass over the text, which is at most 8 KB.
 */
export function ansiPieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let [color, bold]: [string | null, boolean] = [null, false];
  const add = (text: string): void => {
    if (text !== '') pieces.push({ text, color, bold });
  };
  let at = 0;
  for (;;) {
    const start = line.indexOf(ESCAPE, at);
    if (start === -1) break;
    add(line.slice(at, start));
    let end = start + ESCAPE.length;
    while (end < line.length && !isFinal(line.charCodeAt(end))) end += 1;
    if (line[end] === 'm')
      for (const code of line
        .slice(start + ESCAPE.length, end)
        .split(';')
        .map(Number)) {
        if (code === 0) [color, bold] = [null, false];
        else if (code === 1) bold = true;
        else if (code === 22) bold = false;
        else if (code === 39) color = null;
        else color = COLORS[code] ?? COLORS[code - 60] ?? color;
      }
    at = end + 1;
  }
  add(line.slice(at));
  return pieces;
}

/** The last byte of a control sequence. */
const isFinal = (code: number): boolean => code >= 0x40 && code <= 0x7e;

/** The text of a line without its colors. */
export const plainLine = (line: string): string =>
  ansiPieces(line)
    .map(({ text }) => text)
    .join('');
