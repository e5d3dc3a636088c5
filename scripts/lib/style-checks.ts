/** Custom properties of style sheets: one that nobody declares is no error in a browser, only a rule without effect. */
import { colorVariables } from '../../shared/brand/src/colors/theme-css.ts';
import type { Finding, SourceFile } from './repository-checks.ts';

const USED = /var\(\s*(--[\w-]+)/g;
/** `--row: 4px` of a style sheet. */
const DECLARED = /(--[\w-]+)\s*:/g;
/** `style={{ '--row': height }}` and `setProperty('--row', height)`. */
const ASSIGNED = /['"`](--[\w-]+)['"`]/g;
/** Tests have made-up ones. */
const SOURCES = /^(?!scripts\/)(?!.*\/test\/)(?!.*\.test\.)(?=.*\.(?:css|tsx?)$)/;

const groups = (text: string, expression: RegExp): string[] =>
  [...text.matchAll(expression)].map(([, name = '']) => name);

/** Colors are declared by the panel for each brand. */
const COLORS = Object.keys(colorVariables({}, 'light'));

/** One finding for each use of a custom property that nothing declares. */
export function checkStyles(files: readonly SourceFile[]): Finding[] {
  const sources = files.filter(({ file }) => SOURCES.test(file));
  const known = new Set([
    ...COLORS,
    ...sources.flatMap(({ file, text }) => [
      ...groups(text, DECLARED),
      ...(file.endsWith('.css') ? [] : groups(text, ASSIGNED)),
    ]),
  ]);
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(USED)]
      .filter(([, name = '']) => !known.has(name))
      .map(({ 1: name, index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        rule: 'custom-property',
        message: `uses ${name}, which nothing declares, so the rule has no effect; take one of shared/ui/src/chrome/tokens.css, or of the colors of shared/brand/src/colors`,
      })),
  );
}
