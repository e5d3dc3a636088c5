import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRANSLATED } from '../../shared/contract/src/languages.ts';
import { manifestTexts } from '../../shared/contract/src/manifest-words.ts';
import { catalogFile, catalogProblems, catalogText, kept, problemOf, readCatalog } from '../lib/word-catalogs.ts';
import { messagesIn, textsOf, toldIn, wordPackages } from '../lib/word-texts.ts';

const packages = await Promise.all(wordPackages().map(async (folder) => ({ folder, texts: await textsOf(folder) })));

for (const language of TRANSLATED) {
  test(`the catalogues of ${language} are messages with the arguments, parts and plurals that they need`, (context) => {
    let missing = 0;
    const problems = packages.flatMap(({ folder, texts }) => {
      const file = catalogFile(folder, language);
      const catalog = readCatalog(file);
      missing += [...texts.keys()].filter((text) => !Object.hasOwn(catalog, text)).length;
      return catalogProblems(file, language, texts, catalog);
    });
    context.diagnostic(`${missing} texts have no translation`);
    assert.deepEqual(problems, []);
  });
}

test('every package has texts of t() and <Trans>, and those of manifests and of the contract are among them', () => {
  const of = (folder: string) => packages.find((one) => one.folder === folder)?.texts;
  assert.equal(of('mf-sites')?.has('My Sites'), true);
  assert.equal(of('mf-sites')?.has('Installed plugins'), true);
  assert.equal(of('shell')?.has('Dashboard'), true);
  assert.equal(of('shared/contract')?.has('Enter the link.'), true);
  assert.equal(of('shared/contract')?.has('Something went wrong during login with Google'), true);
  assert.equal(of('shared/core')?.has('Error'), true);
});

test('mails are in the catalogue of the server; what pages show of it is in that of the contract', () => {
  const of = (folder: string) => packages.find((one) => one.folder === folder)?.texts;
  assert.equal(of('server')?.has('Set your password for {company}'), true);
  assert.equal(of('server')?.has('{site} is ready.'), false);
  const told = ['{site} is ready.', 'Installing WordPress', 'Creating the site', 'Its previous content is back.'];
  for (const text of told) assert.equal(of('shared/contract')?.has(text), true, text);
});

test('names of tasks and their steps are found in properties, conditions and makers', () => {
  const text = `
    const LEAVES = 'The site stays.';
    const kind = defineKind({ label: own ? 'Taking one' : 'Taking two', leaves: LEAVES, title: site.title });
    const step = switchStep('Releasing it', async () => { throw new HostingError('X', 'It is away.'); });
    await standing(id, 'We could not stop it.', work);
    const notice = said('{a} is here', { a });`;
  assert.deepEqual(toldIn({ file: 'a.ts', text }).sort(), [
    'It is away.',
    'Releasing it',
    'Taking one',
    'Taking two',
    'The site stays.',
    'We could not stop it.',
    '{a} is here',
  ]);
});

test('texts are found wherever t() and <Trans> stand', () => {
  const text = `
    throw new Error(t('One'));
    const a = is ? t("It''s {n, plural, one {#} other {#}}", { n }) : <Trans id="Read <0>it</0>" parts={[]} />;
    const b = <Trans id={'Two'} parts={[]} />;
    other('Three');`;
  assert.deepEqual(messagesIn({ file: 'a.tsx', text }), [
    'One',
    "It''s {n, plural, one {#} other {#}}",
    'Read <0>it</0>',
    'Two',
  ]);
  const manifest = { name: 'Sites', routes: [{ title: 'My Sites' }], menu: [{ label: 'SSL', words: 'Certificate' }] };
  assert.deepEqual(manifestTexts(manifest), ['Sites', 'My Sites', 'SSL', 'Certificate']);
});

const COUNTED = '{n, plural, one {# site of {who}} other {# sites of {who}}}';

for (const [language, english, translation, problem] of [
  ['de', 'Save', 'Sichern', null],
  ['de', COUNTED, '{n, plural, one {# Website von {who}} other {# Websites von {who}}}', null],
  ['tr', COUNTED, '{who} için {n} site', null],
  ['de', 'Save', 'Sichern {', /^is not a message/],
  ['de', 'Save', 'Am {at, date, short}', /^is not a message/],
  ['de', 'Hello {name}', 'Hallo', /^has the arguments \{\}, and the English text has \{name\}$/],
  ['de', 'Hello {name}', 'Hallo {nane}', /\{nane\}.*\{name\}/],
  ['de', 'Read <0>this</0>', 'Lies das', /^has the parts none, and the English text has <\/0>, <0>$/],
  ['de', 'Read <0>this</0>', 'Lies </0>das<0>', /not closed/],
  ['de', COUNTED, '{n, plural, other {# Websites von {who}}}', /^lacks one of the plural of \{n\}$/],
  [
    'ar',
    COUNTED,
    '{n, plural, one {# {who}} two {# {who}} other {# {who}}}',
    /^lacks zero, few, many of|^lacks few, many, zero of/,
  ],
] as const) {
  test(`${language}: ${translation} of ${english}`, () => {
    const found = problemOf(language, english, translation);
    if (problem === null) assert.equal(found, null);
    else assert.match(found ?? '', problem);
  });
}

test('a problem names file and text', () => {
  const texts = new Map([['Hello {name}', 'a.tsx']]);
  assert.deepEqual(catalogProblems('mf-x/src/words/de.json', 'de', texts, { 'Hello {name}': 'Hallo', Gone: '{' }), [
    'mf-x/src/words/de.json: the translation of "Hello {name}" has the arguments {}, and the English text has {name}',
  ]);
});

test('stale entries are dropped, missing ones come from another package, and the order is that of the texts', () => {
  const texts = new Map([
    ['B', 'b.ts'],
    ['A', 'b.ts'],
    ['C', 'b.ts'],
  ]);
  const catalog = kept(texts, { B: 'b', Gone: 'weg' }, { A: 'a', B: 'other' });
  assert.deepEqual(catalog, { B: 'b', A: 'a' });
  assert.equal(catalogText(catalog), '{\n  "A": "a",\n  "B": "b"\n}\n');
});
