import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pseudo } from '@panel/contract/pseudo';
import { ROOT } from './paths.mjs';
import { openPgliteFolder } from '../../server/src/db/open-pglite.ts';

/** Every text of the panel in the pseudo language, as a partner's own texts of English. */
function pseudoTexts(): Record<string, string> {
  const files = globSync('{mf-*,shell,shared/*,server}/src/words/de.json', { cwd: ROOT });
  const texts = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as object));
  return Object.fromEntries(
    texts.flatMap((text) => {
      const said = pseudo(text);
      return said === null ? [] : [[text, said]];
    }),
  );
}

/** Makes all brands of a stopped panel speak the pseudo language: accents, and a third longer. */
export async function speakPseudo(dataDir: string): Promise<void> {
  const { db, close } = await openPgliteFolder(dataDir, path.join(ROOT, '.cache'));
  await db.execute(`update partner set languages = $texts$${JSON.stringify([{ en: pseudoTexts() }])}$texts$::jsonb`);
  await close();
}
