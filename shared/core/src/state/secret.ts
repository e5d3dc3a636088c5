import { atom, type PrimitiveAtom } from 'jotai';

const secrets = new Map<string, PrimitiveAtom<string>>();

/**
 * A text that is written nowhere and lives as long as the page view, e.g. a password on its way through a wizard. The
 * same one for every release of a remote: what an older one was told, a newer one still knows. Used with `panelStore`.
 */
export function secretAtom(key: string): PrimitiveAtom<string> {
  const known = secrets.get(key) ?? atom('');
  secrets.set(key, known);
  return known;
}
