import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import type { FoundTexts, OwnTexts, PartnerVersion } from '@panel/contract';
import { OWN_TEXTS_MAX } from '@panel/contract/own-texts';
import { wordsOf } from '../../src/context/words.ts';
import { auditLog, partner } from '../../src/db/schema.ts';
import type { Browser } from '../http/browser.ts';
import { good, openPartners, type Partners } from './partner-support.ts';

let on: Partners;
before(async () => void (on = await openPartners()));
after(() => on.panel.close());

type Texts = Record<string, string>;
const listed = (texts: Texts) => Object.entries(texts).map(([text, own]) => ({ text, own }));
const read = (language = 'de', browser: Browser = on.alex) =>
  good<OwnTexts>(browser.get(`/partner/texts?language=${language}`));
const write = (body: object, browser: Browser = on.alex) => browser.write('PUT', '/partner/texts', body);
const save = async (texts: Texts, language = 'de') =>
  write({ base: (await read(language)).version, language, texts: listed(texts) });
const stored = async () =>
  (await on.panel.ctx.db.select().from(partner).where(eq(partner.id, on.partner.id)))[0]?.languages;

test('own texts are live for pages and emails of their language, in a version that can be undone, and audited', async () => {
  await good(save({ Save: 'Sichern!', 'Set your password for {company}': 'Willkommen bei {company}' }));
  const live = await read();
  assert.deepEqual(
    live.texts.map(({ text, own, shown, used }) => [text, own, shown, used]),
    [
      ['Save', 'Sichern!', 'Speichern', true],
      ['Set your password for {company}', 'Willkommen bei {company}', live.texts[1]?.shown, true],
    ],
  );
  assert.deepEqual(live.texts[1]?.where, ['server']);
  const languages = (await stored()) ?? [];
  assert.equal(
    wordsOf('de', { languages }).t('Set your password for {company}', { company: 'Aurora' }),
    'Willkommen bei Aurora',
  );
  assert.equal(wordsOf('en', { languages }).t('Save'), 'Save');
  const shown = await good<{ data: { languages: unknown } }>(on.visitor.get('/partner/whitelabel'));
  assert.deepEqual(shown.data.languages, languages);

  const { pageElements } = await good<{ pageElements: PartnerVersion[] }>(on.alex.get('/partner/versions?kind=texts'));
  assert.deepEqual(pageElements[0]?.changes[0], { name: 'de:Save', before: null, after: 'Sichern!' });
  const lines = await on.panel.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, on.partner.id), eq(auditLog.action, 'partner.texts')));
  assert.deepEqual(
    lines.map(({ detail }) => detail),
    [{ version: 1, changed: ['de:Save', 'de:Set your password for {company}'] }],
  );
  await good(on.alex.post('/partner/versions/restore', { kind: 'texts', base: 1, version: 0 }));
  assert.deepEqual((await read()).texts, []);
});

test('languages keep their texts when another one is saved, and nobody overwrites what they have not seen', async () => {
  await good(save({ Save: 'Sichern' }));
  await good(save({ Save: 'Keep', login_blurb: 'Ours' }, 'en'));
  assert.deepEqual(await stored(), [{ en: { Save: 'Keep', login_blurb: 'Ours' }, de: { Save: 'Sichern' } }]);
  const refused = await write({ base: 0, language: 'de', texts: [] });
  assert.deepEqual([refused.status, refused.body['code']], [409, 'CONFLICT']);
  assert.deepEqual((await read()).texts.length, 1);
});

test('a text that the panel no longer has stays, and is shown as no longer used', async () => {
  await good(save({ 'A text of an earlier version': 'Ein alter Text', Save: 'Sichern' }));
  assert.deepEqual(
    (await read()).texts.map(({ used }) => used),
    [false, true],
  );
});

const COUNTED = '{count, plural, one {# site} other {# sites}}';
for (const [text, own, why] of [
  ['Save', 'Save {', /brace/],
  ['Save', '{at, date, short}', /brace/],
  ['Save', 'Save {name}', /\{name\} is not among/],
  ['Set your password for {company}', 'Welcome', /\{company\} is missing/],
  [COUNTED, '{count, plural, one {# page}}', /needs a case/],
  ['Set your password for {company}', '{company, plural, one {1} other {#}}', /not a number/],
  ['Save', '<b>Save</b>', /< and >/],
  ['Save', '<0>Save</0>', /< and >/],
  ['Read <0>it</0>.', 'Read it.', /same marks/],
  ['Read <0>it</0>.', '</0>Read it.<0>', /same marks/],
  ['Save', 'Sa\u202Eve', /Control/],
  ['Save', '   ', /Enter a text/],
  ['Save', 'x'.repeat(2001), /At most 2,000/],
  ['SUPPORT_COMMUNITY_LINK', 'javascript:alert(1)', /http/],
  ['{', 'Save', /can’t be replaced/],
] as const)
  test(`${own.slice(0, 40)} in place of ${text} is refused with the reason, and nothing is saved`, async () => {
    const before = await read('en');
    const answer = await write({
      base: before.version,
      language: 'en',
      texts: listed({ Cancel: 'Stop', [text]: own }),
    });
    assert.equal(answer.status, 422, answer.text);
    assert.match(String(answer.body['message']), why);
    if (own.length < 2000) assert.ok(String(answer.body['message']).startsWith(`“${text}”: `));
    assert.deepEqual(await read('en'), before);
  });

test('too many texts, texts that are too long together, and one twice are refused', async () => {
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) => ({ text: `Text ${i}`, own: 'x'.repeat(length) }));
  const { version: base } = await read();
  for (const [texts, why] of [
    [many(OWN_TEXTS_MAX + 1, 1), /at most 500/],
    [many(20, 2000), /too long together/],
    [[...many(1, 1), ...many(1, 2)], /once/],
  ] as const) {
    const answer = await write({ base, language: 'de', texts });
    assert.equal(answer.status, 422);
    assert.match(String(answer.body['message']), why);
  }
  await good(write({ base, language: 'de', texts: many(OWN_TEXTS_MAX, 20) }));
});

test('texts are found by their English and by their translation, without case and accents', async () => {
  const find = async (search: string, language = 'de') =>
    (
      await good<FoundTexts>(
        on.alex.get(`/partner/texts/search?language=${language}&search=${encodeURIComponent(search)}`),
      )
    ).texts;
  assert.deepEqual((await find('SPEICHERN'))[0]?.text, 'Save');
  assert.ok((await find('your password set for company')).some(({ where }) => where.includes('server')));
  assert.ok((await find('ÇÖPE', 'tr')).length > 0);
  assert.equal((await find('cope', 'tr')).length, (await find('çöpe', 'tr')).length);
  assert.deepEqual(await find('  '), []);
  assert.ok((await find('e')).length <= 50);
});

test('whatever is stored, emails are said', () => {
  const hostile = [
    [],
    [null],
    [{ en: null }],
    [{ en: { Save: 7 } }],
    [{ en: { Save: '{' } }],
    [{ en: { Save: 'x'.repeat(100_000) } }],
    'text',
  ];
  for (const languages of hostile) assert.equal(wordsOf('en', { languages: languages as never }).t('Save'), 'Save');
  assert.equal(wordsOf('en', { languages: [{ en: {} }] }).t('constructor'), 'constructor');
});
