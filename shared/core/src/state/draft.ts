import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'panel.draft.';

function read<T>(key: string): T | null {
  try {
    const stored = localStorage.getItem(PREFIX + key);
    return stored ? (JSON.parse(stored) as T) : null;
  } catch {
    return null;
  }
}

/**
 * Input that survives a reload and appears in other tabs. `secrets` names fields that are kept in memory only
 * (decision: drafts hold no secrets).
 */
export function useDraft<T extends object>(key: string, initial: T, secrets: readonly (keyof T)[] = []) {
  const [draft, setDraft] = useState<T>(() => ({ ...initial, ...read<Partial<T>>(key) }));

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== PREFIX + key) return;
      setDraft((mine) => {
        const kept = Object.fromEntries(secrets.map((name) => [name, mine[name]])) as Partial<T>;
        return { ...initial, ...read<Partial<T>>(key), ...kept };
      });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `initial` and `secrets` are constants of the caller; following them by identity would loop
  }, [key]);

  const update = useCallback(
    (change: Partial<T>) =>
      setDraft((before) => {
        const next = { ...before, ...change };
        const stored = Object.fromEntries(Object.entries(next).filter(([name]) => !secrets.includes(name as keyof T)));
        try {
          localStorage.setItem(PREFIX + key, JSON.stringify(stored));
        } catch {
          // Storage may be full or forbidden: the draft then lasts as long as the page.
        }
        return next;
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `secrets` is a constant of the caller
    [key],
  );

  const clear = useCallback(() => {
    localStorage.removeItem(PREFIX + key);
    setDraft(initial);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `initial` is a constant of the caller
  }, [key]);

  return { draft, update, clear };
}

/** Drafts belong to the person who wrote them: signing out removes them all. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
