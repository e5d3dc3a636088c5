import { atom, type PrimitiveAtom } from 'jotai';

const secrets = new Map<string, PrimitiveAtom<string>>();

/**
 * A text that is kept in memory for the page view, e.g. a password during a wizard. All releases of a remote share
 * it, so a newer one still has it. Used with `panelStore`.
 */
export function secretAtom(key: string): PrimitiveAtom<string> {
  const known = secrets.get(key) ?? atom('');
  secrets.set(key, known);
  return known;
}
