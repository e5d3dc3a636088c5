import { useEffect, useState } from 'react';

type State<T> = { key: string; value?: T; error?: unknown };

/**
 * What `load` resolves with, null until then. `key` names it: another one loads anew. A failure is thrown while rendering,
 * for the page's Retry.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): T | null {
  const [state, setState] = useState<State<T>>({ key });
  useEffect(() => {
    let isWanted = true;
    const show = (next: Omit<State<T>, 'key'>) => {
      if (isWanted) setState({ key, ...next });
    };
    load().then(
      (value) => show({ value }),
      (error: unknown) => show({ error }),
    );
    return () => {
      isWanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for it
  }, [key]);
  if (state.key !== key) return null;
  if (state.error !== undefined) throw state.error;
  return state.value ?? null;
}
