import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

function withPanel(before: URLSearchParams, panel: string | null, of: string | null): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('panel');
  after.delete('of');
  if (panel) after.set('panel', panel);
  if (panel && of) after.set('of', of);
  return after;
}

/**
 * The open side panel or dialog of a page, in the address: `?panel=rename&of={id}`. Back closes it, a reload keeps
 * it, it can be linked. Unknown names show nothing.
 */
export function usePanelState<P extends string>(names: readonly P[]) {
  const [search, setSearch] = useSearchParams();
  const named = search.get('panel');
  const panel = names.find((name) => name === named) ?? null;

  const set = useCallback(
    (next: P | null, of: string | null, replace: boolean) =>
      setSearch((before) => withPanel(before, next, of), { replace, preventScrollReset: true }),
    [setSearch],
  );
  const open = useCallback((next: P, of: string | null = null) => set(next, of, false), [set]);
  const close = useCallback(() => set(null, null, true), [set]);
  /** The address of a panel of this page, for a link to it. */
  const hrefOf = (next: P, of: string | null = null): string => `?${withPanel(search, next, of)}`;
  /** The panel's subject, where a page has several of a kind. */
  return { panel, of: search.get('of'), open, close, hrefOf };
}
