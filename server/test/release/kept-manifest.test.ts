import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECTIONS, SECTION_ATTRIBUTE, type Partner } from '@panel/contract';
import { keptManifest } from '../../src/platform/registry/kept-manifest.ts';

const partner = (own: Partial<Partner>): Partner =>
  ({ attributes: {}, is_nucal_partner: true, languages: {}, ...own }) as Partner;
const manifest = { id: 'mf-x' };
const made = (of: Partner, language: 'en' | 'de', id: string) => keptManifest(manifest, of, language, () => ({ id }));

test('partners share a form of a manifest when language and sections are the same', () => {
  const first = made(partner({}), 'de', 'German');
  assert.equal(made(partner({ attributes: { SECTION_HELP: 'true' } }), 'de', 'again'), first);
  assert.equal(made(partner({}), 'en', 'English').id, 'English');
  const switched = SECTIONS.map((section) => partner({ attributes: { [SECTION_ATTRIBUTE[section]]: 'false' } }));
  for (const round of ['first', 'second'])
    for (const [index, of] of switched.entries()) {
      const { id } = made(of, 'de', `${round} ${SECTIONS[index]}`);
      assert.match(id, new RegExp(` ${SECTIONS[index]}$`), 'never the form of another section');
    }
});

test('a partner with texts of its own shares nothing', () => {
  const own = partner({ languages: [{ de: { Sites: 'Auftritte' } }] } as unknown as Partial<Partner>);
  assert.equal(made(own, 'de', 'own').id, 'own');
  assert.equal(made(own, 'de', 'own again').id, 'own again');
  assert.notEqual(made(partner({}), 'de', 'German').id, 'own again');
});
