import type { Language } from './languages.ts';

/** English text → translation. */
type Words = Readonly<Record<string, string>>;

type Texts = {
  name: string;
  routes: readonly { title: string }[];
  menu: readonly { label: string; group?: string; words?: string }[];
  translations?: Readonly<Record<string, Words>>;
};

/** All that people read of a manifest: its name, titles, labels, groups, and the palette's further names. */
export const manifestTexts = ({ name, routes, menu }: Texts): string[] => [
  name,
  ...routes.map(({ title }) => title),
  ...menu.flatMap(({ label, group, words }) => [label, group, words]).filter((text) => text !== undefined),
];

/** The manifest with its texts as `say` has them, and without its translations. */
export function withTexts<Manifest extends Texts>(
  { translations: _translations, ...manifest }: Manifest,
  say: (text: string) => string,
): Manifest {
  return {
    ...manifest,
    name: say(manifest.name),
    routes: manifest.routes.map((route) => ({ ...route, title: say(route.title) })),
    menu: manifest.menu.map(({ label, group, words, ...entry }) => ({
      ...entry,
      label: say(label),
      ...(group !== undefined && { group: say(group) }),
      ...(words !== undefined && { words: say(words) }),
    })),
  } as Texts as Manifest;
}

/**
 * The manifest of a release in a language; a text that the release has no translation of is English.
 * @param own the partner's own text, or null without one
 */
export function inLanguage<Manifest extends Texts>(
  manifest: Manifest,
  language: Language,
  own: (text: string) => string | null = () => null,
): Manifest {
  const words = manifest.translations?.[language] ?? {};
  return withTexts(manifest, (text) => own(text) ?? (Object.hasOwn(words, text) ? (words[text] ?? text) : text));
}
