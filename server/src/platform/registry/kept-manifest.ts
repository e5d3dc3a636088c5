import type { Partner } from '@panel/contract';
import type { Language } from '@panel/contract/languages';
import { SECTIONS, sectionOn } from '@panel/contract/sections';
import { hasOwnTexts } from '../web/frame-words.ts';

/** Forms of one manifest: languages, and what partners have switched off. */
const MAX_FORMS = 8;

const forms = new WeakMap<object, Map<string, unknown>>();

/**
 * What `make` makes of a release's manifest. Each page asks for all manifests, and partners without texts of their own
 * share them, so a route stays the same object, by which its pattern is known. Nobody changes what is returned.
 */
export function keptManifest<Manifest extends object>(
  manifest: Manifest,
  partner: Partner,
  language: Language,
  make: () => Manifest,
): Manifest {
  if (hasOwnTexts(partner, language)) return make();
  const key = [language, ...SECTIONS.filter((section) => sectionOn(partner, section))].join(' ');
  const known = (forms.get(manifest) ?? new Map<string, unknown>()) as Map<string, Manifest>;
  forms.set(manifest, known);
  const kept = known.get(key) ?? make();
  // The one that was asked for last comes last.
  known.delete(key);
  known.set(key, kept);
  const [oldest] = known.keys();
  if (known.size > MAX_FORMS && oldest !== undefined) known.delete(oldest);
  return kept;
}
