/** Arabic is written from right to left: styles say start and end, not left and right (ADR 0116). */
import type { Finding, SourceFile } from './repository-checks.ts';

const STYLE = /^(?:shell|mf-[\w-]+|shared\/\w+)\/src\/.*\.css$/;
/** A property of one physical side, or a value that names one. */
const SIDE =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)\b[\w-]*|left|right)\s*:|^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
/** Four values, of which the second and the last are those of the right and of the left. */
const FOUR = /^\s*(?:margin|padding|inset)\s*:\s*([^;]+);/;

const valuesOf = (text: string): string[] => text.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];

function isOneSided(line: string): boolean {
  if (SIDE.test(line)) return true;
  const [, right, , left] = valuesOf(FOUR.exec(line)?.[1] ?? '');
  return left !== undefined && left !== right;
}

/** Physical sides of a style sheet; `physical` in a comment of the line before says why one is meant. */
export function checkDirections({ file, text }: SourceFile): Finding[] {
  if (!STYLE.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    isOneSided(line) && !/\/\*.*\bphysical\b/.test(lines[index - 1] ?? '')
      ? [
          {
            file,
            line: index + 1,
            rule: 'direction',
            message: `“${line.trim()}” names left or right. Write margin-inline-start, padding-inline: <start> <end>, inset-inline-end, text-align: start.`,
          },
        ]
      : [],
  );
}
