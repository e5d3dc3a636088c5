// On both databases: what people type finds names in every script, whatever extension or locale the database has.
import { folded } from '@panel/contract/folded';
import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { Rows } from '../../src/db/database.ts';
import { namesHaveWords } from '../../src/db/search.ts';
import { openTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

let open: TestDatabase;
before(async () => void (open = await openTestDatabase(readConfig({}).cacheDir)));
after(async () => {
  await open.database.close();
  await open.drop();
});

const FINDS: readonly [typed: string, name: string][] = [
  ['sohne', 'Gebrüder Söhne'],
  ['SÖHNE', 'gebruder sohne'],
  ['muller', 'Bäckerei Müller'],
  ['müller bäckerei', 'Bäckerei Müller'],
  ['cafe', 'Café Zoë'],
  ['zoe', 'Café Zoë'],
  ['cafe\u0301', 'Café'],
  ['Café', 'Cafe\u0301'],
  ['strasse', 'Hauptstraße'],
  ['STRASSE', 'Hauptstraẞe'],
  ['istanbul', 'İSTANBUL'],
  ['ISPARTA', 'ısparta'],
  ['isik', 'IŞIK'],
  ['σοφος', 'ΣΟΦΌΣ'],
  ['еж', 'ЁЖ'],
  ['احمد', 'أحمد'],
  ['مكتبه', 'مَكْتَبَة'],
  ['على', 'عـلي'],
  ['2024', '٢٠٢٤'],
  ['ﾃﾞｰﾀ', 'データ'],
  ['smorrebrod', 'Smørrebrød'],
  ['lodz', 'Łódź'],
  ['100%', '100% wool'],
];
const MISSES: readonly [typed: string, name: string][] = [
  ['sohne kiel', 'Gebrüder Söhne'],
  ['100%', '1000'],
  ['a_c', 'abc'],
  ['\u0301', 'Café'],
];

async function isFound(typed: string, name: string): Promise<boolean> {
  const query = sql`select ${namesHaveWords([sql`${name}::text`], typed)} as found`;
  const { rows } = (await open.database.db.execute(query)) as unknown as Rows<{ found: boolean }>;
  return rows[0]?.found === true;
}

for (const [typed, name] of FINDS)
  test(`“${typed}” finds “${name}”`, async () => assert.equal(await isFound(typed, name), true));
for (const [typed, name] of MISSES)
  test(`“${typed}” does not find “${name}”`, async () => assert.equal(await isFound(typed, name), false));

test('the database folds every letter as the program does', async () => {
  const letters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{L}|\p{M}|\p{N}|\p{P}|\p{S}/u.test(letter) && !/\p{Script=Han}/u.test(letter)) letters.push(letter);
  }
  const query = sql`select letter, search_folded(letter) as folded, normalize(letter, NFKD) as apart from jsonb_array_elements_text(${JSON.stringify(letters)}::jsonb) letter`;
  const { rows } = (await open.database.db.execute(query)) as unknown as Rows<{
    letter: string;
    folded: string;
    apart: string;
  }>;
  assert.equal(rows.length, letters.length);
  // What only one of them takes apart, came with a newer version of Unicode.
  const others = rows.filter((row) => row.apart === row.letter.normalize('NFKD') && folded(row.letter) !== row.folded);
  assert.deepEqual(
    others.map(({ letter, folded: has }) => [letter.codePointAt(0)?.toString(16), folded(letter), has]).slice(0, 20),
    [],
  );
});
