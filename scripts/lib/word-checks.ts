/** Texts of the browser go through one catalogue (ADR 0099): `t()` and `<Trans>` of @panel/core. */
import type { Finding, SourceFile } from './repository-checks.ts';
import { wordProblems, type WordProblem } from './word-literals.ts';

/** Packages of the browser; contract and server have words by code. */
const PACKAGE = /^(shell|mf-[\w-]+|shared\/(?:core|frame|resources|ui|workload))\/src\/.*\.tsx?$/;
/** Tests, what only tests use, and manifests: data, whose titles and labels the shell translates. */
const ELSEWHERE =
  /\.test\.tsx?$|\/testing\/|\/src\/(?:manifest|app-menu|site-menu|creation-routes|extension-routes|import-routes|brand-routes|customer-routes|operator-routes)\.ts$|\.d\.ts$/;

/**
 * Packages that are not converted yet, with how many places each still has. A number only falls: lower it when you
 * convert some, and remove the package at 0. Packages that are not listed have none.
 */
export const LEFT: Readonly<Record<string, number>> = {
  'shared/frame': 63,
};

const WHY: Record<WordProblem['why'], string> = {
  literal:
    'is text that no language can translate. Write `t(\'…\')`, with elements inside `<Trans id="…" parts={…} />`, both of @panel/core.',
  plural:
    "makes the plural of English. Other languages have other forms: `t('{count, plural, one {# site} other {# sites}}', { count })`.",
  variable:
    "is not a literal, so that no catalogue contains it. Give each text its own `t('…')`, and values by name: `t('Hello {name}', { name })`.",
  message: 'is not a message of ICU MessageFormat (arguments, plural, select, number).',
  values: 'and its values do not have the same names.',
};

/** A language of Intl that the code names; the page's language is `pageLocale()`. */
const LOCALE = /\b(?:Intl\.\w+\(|toLocale\w*String\()\s*'[a-z]{2}[-']/g;
const LOCALE_MESSAGE =
  'names a language. Formatters are made for the language of the page: `inLocale((locale) => new Intl.…(locale, …))` or `formatNumber` of @panel/core.';

const found = ({ file }: SourceFile, { line, why, text }: WordProblem): Finding => ({
  file,
  line,
  rule: 'words',
  message: `“${text}” ${WHY[why]}`,
});

/** Findings of packages that are converted, and of those that have more, or fewer, than is listed. */
export function checkWords(files: readonly SourceFile[], left: Readonly<Record<string, number>> = LEFT): Finding[] {
  const findings: Finding[] = [];
  const byPackage = new Map<string, Finding[]>();
  for (const source of files) {
    const [, name] = PACKAGE.exec(source.file) ?? [];
    if (name === undefined || ELSEWHERE.test(source.file)) continue;
    const problems = wordProblems(source).map((problem) => found(source, problem));
    for (const { index } of source.text.matchAll(LOCALE)) {
      const line = source.text.slice(0, index).split('\n').length;
      problems.push({ file: source.file, line, rule: 'words', message: LOCALE_MESSAGE });
    }
    byPackage.set(name, [...(byPackage.get(name) ?? []), ...problems]);
  }
  for (const [name, problems] of byPackage) {
    const allowed = left[name] ?? 0;
    if (problems.length > allowed && allowed === 0) findings.push(...problems);
    else if (problems.length !== allowed) findings.push(...outOfStep(name, problems, allowed));
  }
  return findings;
}

/** More places than listed: all of them, since nobody knows which one is new. Fewer: the number to write. */
function outOfStep(name: string, problems: readonly Finding[], allowed: number): Finding[] {
  const count = problems.length;
  const message =
    count > allowed
      ? `${name} has ${count} texts outside of t() and <Trans>, and ${allowed} are allowed. Put the new ones into t().`
      : `${name} has only ${count} texts outside of t() and <Trans>: write ${count} instead of ${allowed}, so that none is added again.`;
  return [
    { file: 'scripts/lib/word-checks.ts', line: 1, rule: 'words', message },
    ...(count > allowed ? problems : []),
  ];
}
