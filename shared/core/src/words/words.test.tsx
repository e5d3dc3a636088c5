import type { ReactNode } from 'react';
import { render } from '@testing-library/react';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { compile } from '@panel/contract/message';
import { formatNumber } from './format.ts';
import { createWords, t, takeOwnTexts, Trans } from './words.ts';

afterEach(() => {
  takeOwnTexts({ languages: [{ en: {} }] });
  document.documentElement.lang = '';
});

test.each([
  '',
  'Save',
  'Hi {name}.',
  "it's {a} '{'b'}' ''x'' 'y'",
  '{n, plural, =0 {none} one {# site} other {# sites of {who}}} ok # 5',
  '{k, select, a {A} other {B {n, plural, one {1} other {#}}}}',
  '{n,plural,offset:1 one{#}other{#}} and {n, number}',
  '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  "a {n, plural, one {} other {it's '#' {x}}}",
  'Write to <0>{mail}</0>.\nNow.',
])('%s compiles as with the library', (message) => {
  expect(compile(message)).toEqual(compileMessage(message));
});

test.each(['{', 'a } b', '{n, plural, one {# site}', '{n, duration}', '{at, date, short}', '{a b}'])(
  '%s is refused',
  (message) => expect(() => compile(message)).toThrow(SyntaxError),
);

test('English needs no catalogue, and counts agree with their noun', () => {
  const sites = (count: number) => t('{count, plural, one {# site} other {# sites}} of {who}', { count, who: 'Ada' });
  expect([1, 3, 1234].map(sites)).toEqual(['1 site of Ada', '3 sites of Ada', '1,234 sites of Ada']);
  expect(formatNumber(1234)).toBe('1,234');
});

test('another language shows its translations and its forms of plural, and English where it has none', () => {
  document.documentElement.lang = 'pl';
  const words = createWords();
  words.loadWords('pl', {
    Save: 'Zapisz',
    '{n, plural, one {# site} other {# sites}}':
      '{n, plural, one {# strona} few {# strony} many {# stron} other {# strony}}',
  });
  expect(words.t('Save')).toBe('Zapisz');
  expect([1, 3, 5].map((n) => words.t('{n, plural, one {# site} other {# sites}}', { n }))).toEqual([
    '1 strona',
    '3 strony',
    '5 stron',
  ]);
  expect(words.t('Hello {name}', { name: 'Ada' })).toBe('Hello Ada');
  expect(createWords().t('Save')).toBe('Save');
  // A text that was shown before its translation came is translated from then on.
  words.loadWords('pl', { 'Hello {name}': 'Cześć {name}' });
  expect(words.t('Hello {name}', { name: 'Ada' })).toBe('Cześć Ada');
  expect(words.t('Save')).toBe('Zapisz');
});

test('data named as a property of every object is data', () => {
  document.documentElement.lang = 'pl';
  const words = createWords();
  words.loadWords('pl', { Save: 'Zapisz' });
  expect(['constructor', 'toString', '__proto__', 'Save'].map((text) => words.translated(text))).toEqual([
    'constructor',
    'toString',
    '__proto__',
    'Zapisz',
  ]);
});

test('a translation can place elements in another order', () => {
  document.documentElement.lang = 'de';
  const words = createWords();
  const parts = [(piece: ReactNode) => <a href="/x">{piece}</a>, (piece: ReactNode) => <b>{piece}</b>, () => <br />];
  const text = 'Read <0>our <1>long</1> terms</0> of {name}<2/>.';
  const shown = (With: typeof Trans) =>
    render(<With id={text} values={{ name: '<0>Ada</0>' }} parts={parts} />).container.innerHTML;
  expect(shown(Trans)).toBe('Read <a href="/x">our <b>long</b> terms</a> of &lt;0&gt;Ada&lt;/0&gt;<br>.');
  words.loadWords('de', { [text]: '{name}s <1>lange</1> <0>Liste</0><2/>' });
  expect(shown(words.Trans)).toBe('&lt;0&gt;Ada&lt;/0&gt;s <b>lange</b> <a href="/x">Liste</a><br>');
});

test('a partner’s own texts come before every catalogue, for words made before and after, until it takes them back', () => {
  document.documentElement.lang = 'de';
  const earlier = createWords();
  earlier.loadWords('de', { Save: 'Speichern', Cancel: 'Abbrechen' });
  expect(earlier.t('Save')).toBe('Speichern');
  takeOwnTexts({ languages: [{ en: { Cancel: 'Stop' }, de: { Save: 'Sichern', 'Hello {name}': 'Moin {name}' } }] });
  for (const words of [earlier, createWords()]) {
    expect(words.t('Save')).toBe('Sichern');
    expect(words.t('Hello {name}', { name: 'Ada' })).toBe('Moin Ada');
    expect(words.translated('Save')).toBe('Sichern');
  }
  expect(earlier.t('Cancel')).toBe('Abbrechen');
  document.documentElement.lang = 'en';
  expect(earlier.t('Cancel')).toBe('Stop');
  takeOwnTexts({ languages: [{ en: {} }] });
  expect(earlier.t('Cancel')).toBe('Cancel');
});

test.each([
  [[]],
  [[null]],
  [[{ en: null }]],
  [[{ en: { Save: 7 } }]],
  [[{ en: { Save: '{' } }]],
  [[{ en: { Save: '{n, plural, one {#}' } }]],
  [[{ en: 'Save' }]],
])('own texts %j that are none break nothing', (languages) => {
  takeOwnTexts({ languages: languages as never });
  expect(t('Save')).toBe('Save');
  expect(createWords().translated('constructor')).toBe('constructor');
});
