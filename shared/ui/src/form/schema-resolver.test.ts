import * as v from 'valibot';
import { loadWords } from '@panel/core';
import contract from '@panel/contract/words/de.json';
import { schemaResolver } from './schema-resolver.ts';

const resolver = schemaResolver(
  v.object({ name: v.pipe(v.string(), v.maxLength(1200)), kind: v.picklist(['one', 'two']) }),
);
const messages = async () => {
  const { errors } = await resolver({ name: 'x'.repeat(1201), kind: 'three' as 'one' }, undefined, {
    fields: {},
    names: ['name', 'kind'],
    shouldUseNativeValidation: false,
  });
  return [errors.name?.message, errors.kind?.message];
};

afterEach(() => {
  document.documentElement.lang = 'en';
  delete document.documentElement.dataset['language'];
});

test('what the schema says is English, with the number of that language', async () => {
  expect(await messages()).toEqual(['At most 1,200 characters are allowed.', 'Choose one of: one, two.']);
});

test('in German it is German, also while a browser translates the page to something else', async () => {
  loadWords('de', contract);
  document.documentElement.dataset['language'] = 'de';
  document.documentElement.lang = 'fr';
  expect(await messages()).toEqual([
    'Höchstens 1.200 Zeichen sind erlaubt.',
    'Wählen Sie eine dieser Möglichkeiten: one, two.',
  ]);
});
