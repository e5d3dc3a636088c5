/** Editors know one kind of line break. */
export const BREAK = /\r\n|\r|\n/g;

/** The kind that most lines of a text end with, which it keeps, and whether there are others. */
export function breaksOf(text: string): { lines: string; isMixed: boolean } {
  const counts = new Map<string, number>();
  for (const [kind] of text.matchAll(BREAK)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [[lines] = ['\n']] = [...counts].sort(([, a], [, b]) => b - a);
  return { lines, isMixed: counts.size > 1 };
}
