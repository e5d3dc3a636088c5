import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folded } from '@panel/contract/folded';
import { SOURCE_LANGUAGE, TRANSLATED, type Language } from '@panel/contract/languages';

/** A text of the panel: the packages that say it, and its translations. */
export type KnownText = {
  where: string[];
  translations: Partial<Record<Language, string>>;
  /** The same and the English text, as they are searched in. */
  folded: Partial<Record<Language, string>>;
};

/** The installation: what its releases were built from is beside the server. */
const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Folders of packages that can have catalogues, and the names that pages show for them. */
async function packages(): Promise<{ name: string; folder: string }[]> {
  const [around, shared] = await Promise.all([readdir(ROOT), readdir(path.join(ROOT, 'shared'))]);
  return [
    ...around.filter((name) => name === 'shell' || name === 'server' || name.startsWith('mf-')),
    ...shared.map((name) => `shared/${name}`),
  ]
    .sort()
    .map((folder) => ({ name: path.basename(folder), folder }));
}

/** A catalogue as it is written (ADR 0116); a package without one has no texts. */
async function catalogOf(folder: string, language: Language): Promise<[string, string][]> {
  const file = path.join(ROOT, folder, 'src', 'words', `${language}.json`);
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return Object.entries(JSON.parse(text) as Record<string, string>);
}

async function readTexts(): Promise<ReadonlyMap<string, KnownText>> {
  const texts = new Map<string, KnownText>();
  const all = (await packages()).flatMap((one) => TRANSLATED.map((language) => ({ ...one, language })));
  const catalogs = await Promise.all(all.map(({ folder, language }) => catalogOf(folder, language)));
  all.forEach(({ name, language }, index) => {
    for (const [text, translation] of catalogs[index] ?? []) {
      const known = texts.get(text) ?? { where: [], translations: {}, folded: { [SOURCE_LANGUAGE]: folded(text) } };
      if (!known.where.includes(name)) known.where.push(name);
      known.translations[language] ??= translation;
      known.folded[language] ??= folded(translation);
      texts.set(text, known);
    }
  });
  return texts;
}

let reading: Promise<ReadonlyMap<string, KnownText>> | null = null;

/** All texts that have a translation, by their English, which is how they are asked for. Read once, when first needed. */
export function panelTexts(): Promise<ReadonlyMap<string, KnownText>> {
  reading ??= readTexts().catch((error: unknown) => {
    // The next caller tries again.
    reading = null;
    throw error;
  });
  return reading;
}
