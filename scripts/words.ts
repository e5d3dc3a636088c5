/**
 * Keeps the catalogues in step with the texts: `node scripts/words.ts` drops what is gone, takes what another package
 * has, checks the rest, and says how many texts each language lacks. `--missing <lang>` prints those as JSON to fill
 * in, `--from <folder>` takes translations from `<folder>/<lang>/*.json`.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { TRANSLATED, type Language } from '../shared/contract/src/languages.ts';
import {
  catalogFile,
  catalogProblems,
  catalogText,
  kept,
  problemOf,
  readCatalog,
  writeCatalog,
} from './lib/word-catalogs.ts';
import { textsOf, wordPackages } from './lib/word-texts.ts';

const valueOf = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : undefined;
};
const from = valueOf('--from');
const listed = valueOf('--missing');

const packages = await Promise.all(wordPackages().map(async (folder) => ({ folder, texts: await textsOf(folder) })));
const known = new Set(packages.flatMap(({ texts }) => [...texts.keys()]));

/** Good translations of the folder; the others are named, and left out. */
function given(language: Language): Record<string, string> {
  const folder = from === undefined ? '' : path.resolve(from, language);
  if (!folder || !existsSync(folder)) return {};
  const all: Record<string, string> = {};
  let unknown = 0;
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    for (const [text, translation] of Object.entries(readCatalog(path.join(folder, name)))) {
      const problem = known.has(text) ? problemOf(language, text, translation) : null;
      if (!known.has(text)) unknown++;
      else if (problem === null && translation !== '') all[text] = translation;
      else if (problem !== null) console.error(`${language}/${name}: ${JSON.stringify(text)} ${problem}; left out`);
    }
  }
  console.error(`${language}: ${Object.keys(all).length} translations taken, ${unknown} of texts that are not there.`);
  return all;
}

for (const language of TRANSLATED) {
  const taken = given(language);
  const before = packages.map(({ folder }) => readCatalog(catalogFile(folder, language)));
  // The same English text has the same translation in a package that gets it anew.
  const elsewhere = Object.assign({}, ...before.toReversed(), taken) as Record<string, string>;
  const missing = new Set<string>();
  packages.forEach(({ folder, texts }, index) => {
    const file = catalogFile(folder, language);
    const catalog = kept(texts, { ...before[index], ...taken }, elsewhere);
    for (const text of texts.keys()) if (!Object.hasOwn(catalog, text)) missing.add(text);
    if (listed === undefined) writeCatalog(file, catalog);
    for (const problem of catalogProblems(file, language, texts, catalog)) {
      console.error(problem);
      process.exitCode = 1;
    }
  });
  if (listed === language)
    process.stdout.write(catalogText(Object.fromEntries([...missing].map((text) => [text, '']))));
  else if (listed === undefined)
    console.log(
      `${language}: ${known.size - missing.size} of ${known.size} texts are translated, ${missing.size} are shown in English.`,
    );
}
