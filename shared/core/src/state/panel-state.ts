import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The open side panel or dialog of a page, kept in the address: `?panel=rename&of={id}`. Back closes it, a reload keeps
 * it, it can be linked. A panel of another name than the page knows is simply not shown.
 */
export function usePanelState<P extends string>(names: readonly P[]) {
  const [search, setSearch] = useSearchParams();
  const named = search.get('panel');
  const panel = names.find((name) => name === named) ?? null;

  const set = useCallback(
    (next: P | null, of: string | null, replace: boolean) =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        after.delete('panel');
        after.delete('of');
        if (next) after.set('panel', next);
        if (next && of) after.set('of', of);
        return after;
      }, { replace, preventScrollReset: true }),
    [setSearch],
  );
  const open = useCallback((next: P, of: string | null = null) => set(next, of, false), [set]);
  const close = useCallback(() => set(null, null, true), [set]);
  /** What the panel is about, where a page has several of a kind. */
  return { panel, of: search.get('of'), open, close };
}
