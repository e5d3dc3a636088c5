import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWords } from '../lib/word-checks.ts';
import { wordProblems } from '../lib/word-literals.ts';

const FILE = 'mf-x/src/a.tsx';
const whyOf = (text: string) => wordProblems({ file: FILE, text }).map(({ why, line }) => `${why} ${line}`);

for (const text of [
  'const a = <p>Not translated</p>;',
  'const a = <p>{"Word"}</p>;',
  'const a = <p>{is ? "yes indeed" : null}</p>;',
  'const a = <p>{is && "shown"}</p>;',
  'const a = <p>{`${n} sites`}</p>;',
  'const a = <><b /> and more</>;',
  'const a = <Page title="Sites" />;',
  'const a = <Page title={empty ?? "Sites"} />;',
  "const a = <button aria-label='Close' />;",
  'const a = <img alt={`Picture of ${name}`} />;',
  'const a = <X render={() => <i>inner text</i>} />;',
  "const a = [{ key: 'name', title: 'Name' }];",
  "notify({ kind: 'success', title: 'Saved', message: t('All is saved.') });",
  "function A({ label = 'Search' }) { return label; }",
  "document.title = 'Sites';",
  'const a = <p>{t(`a`)} not this</p>;',
  "export const why = () => 'The site is being changed.';",
  "const a = () => (at ? format(at) : 'Never');",
  "const STATES = { idle: 'Waiting' };",
  "function A({ name = 'Copy' }) { return name; }",
  'const a = `${name} is now number ${place}`;',
  'const a = `${size} up to`;',
  'const a = () => `Creating ${title}`;',
  "const a = timeOr(at, 'Never');",
  "throw new Error(task?.error?.message ?? 'The name could not be reserved.');",
]) {
  test(`refused as a literal: ${text}`, () => assert.deepEqual(whyOf(`\n${text}`), ['literal 2']));
}

for (const [text, why] of [
  ["const a = n === 1 ? 'site' : 'sites';", 'plural'],
  ["const a = <p>{n !== 1 ? 's' : ''}</p>;", 'plural'],
  ["const a = counted(n, 'site');", 'plural'],
  ['const a = t(name);', 'variable'],
  ['const a = t(`Hello ${name}`);', 'variable'],
  ['const a = <Trans id={text} parts={[]} />;', 'variable'],
  ["const a = t('{count, plural, one {# site}', { count });", 'message'],
  ["const a = t('{at, date, short}', { at });", 'message'],
  ["const a = t('Hello {name}', { user });", 'values'],
  ["const a = t('Hello {name}');", 'values'],
  ["const a = t('Hello', { name });", 'values'],
] as const) {
  test(`refused, ${why}: ${text}`, () => assert.deepEqual(whyOf(text), [`${why} 1`]));
}

for (const text of [
  "const a = <Page title={t('Sites')} className='two words' />;",
  "const a = <p>{t('Hello {name}', { name: user.name })}</p>;",
  "const a = t('{n, plural, one {# site of {who}} other {# sites}}', { n, who });",
  "const a = <Trans id='Read <0>this</0>.' parts={[(piece) => <a href='/x'>{piece}</a>]} />;",
  'const a = <code>npm start</code>;',
  'const a = <p>{name} · {count}&nbsp;%</p>;',
  "throw new Error('The page came without its data.');",
  "console.warn('Nothing is here');",
  "const a = key === 'Enter' ? 'Escape' : 'Tab';",
  "import a from 'A module'; export type B = 'A type of B';",
  "const a = { key: 'name', to: '/sites', 'data-kind': 'Draft' };",
  "const a = is ? t('One') : t('Two words', {});",
  "const a = { pressed: 'Enter', as: 'h2', className: `p-a ${b} p-c` };",
]) {
  test(`accepted: ${text}`, () => assert.deepEqual(whyOf(text), []));
}

const found = (text: string, left: Record<string, number>, file = FILE) =>
  checkWords([{ file, text }], left).map(({ file: where, line, rule }) => `${where}:${line} ${rule}`);
const TWO = 'const a = <p>One text</p>;\nconst b = <p>Two texts</p>;';

test('a converted package has no text; others have as many as listed, and the list follows', () => {
  assert.deepEqual(found(TWO, {}), ['mf-x/src/a.tsx:1 words', 'mf-x/src/a.tsx:2 words']);
  assert.deepEqual(found(TWO, { 'mf-x': 2 }), []);
  assert.deepEqual(found(TWO, { 'mf-x': 1 }), [
    'scripts/lib/word-checks.ts:1 words',
    'mf-x/src/a.tsx:1 words',
    'mf-x/src/a.tsx:2 words',
  ]);
  const [fewer] = checkWords([{ file: FILE, text: TWO }], { 'mf-x': 3 });
  assert.match(fewer?.message ?? '', /only 2 texts .* write 2 instead of 3/);
});

test('tests, what only tests use, manifests and other packages are not checked', () => {
  for (const file of ['mf-x/src/a.test.tsx', 'shared/ui/src/testing/a.tsx', 'mf-x/src/manifest.ts', 'server/src/a.ts'])
    assert.deepEqual(found(TWO, {}, file), []);
});

test('formatters are made for the language of the page', () => {
  assert.deepEqual(found("new Intl.NumberFormat('en-US');\nn.toLocaleString('de');", {}), [
    'mf-x/src/a.tsx:1 words',
    'mf-x/src/a.tsx:2 words',
  ]);
  assert.deepEqual(found('inLocale((locale) => new Intl.NumberFormat(locale));', {}), []);
});
