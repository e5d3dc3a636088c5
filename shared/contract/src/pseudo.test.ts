import { argumentsIn, compiled, ownTextProblem } from './own-texts.ts';
import { pseudo, pseudoTexts } from './pseudo.ts';

test.each([
  'Save',
  'Read <0>it</0> of {name}',
  "it's {a} '{'b'}' it",
  '{n, plural, =0 {none} one {# site} other {# sites of {who}}} ok # 5',
  '{k, select, a {A} other {B {n, plural, offset:1 one {1} other {#}}}}',
])('the pseudo text of %s is a message that may replace it', (text) => {
  const said = pseudo(text) ?? '';
  expect(ownTextProblem(text, said)).toBeNull();
  expect(argumentsIn(compiled(said) ?? [])).toEqual(argumentsIn(compiled(text) ?? []));
  expect(said.length).toBeGreaterThanOrEqual(Math.ceil(text.length * 1.35));
});

test('it is bracketed and accented, and what is no message has none', () => {
  expect(pseudo('Save')).toBe('[Sávê··]');
  expect(pseudo('{')).toBeNull();
  expect([pseudoTexts()['Save'], Object.hasOwn(pseudoTexts(), '{')]).toEqual(['[Sávê··]', false]);
});
