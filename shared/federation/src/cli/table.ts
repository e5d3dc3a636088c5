/** Rows as a text table with headers; numbers are right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_head, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = heads.map(
    (_head, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}
