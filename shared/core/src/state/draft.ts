import { useCallback, useEffect, useState } from 'react';
import { storageBelow } from './own-storage.ts';

const PREFIX = 'panel.draft.';
const storage = storageBelow(PREFIX, () => localStorage);

function read<T>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof stored === 'object' && !Array.isArray(stored) ? (stored as Partial<T>) : {};
  } catch {
    return {};
  }
}

/**
 * Input that survives a reload and appears in other tabs. `secrets` names fields that are kept in memory only
 * (decision: drafts hold no secrets). In a remote, keys are below its name.
 */
export function useDraft<T extends object>(key: string, initial: T, secrets: readonly (keyof T)[] = []) {
  const [draft, setDraft] = useState<T>(() => ({ ...initial, ...read<T>(key) }));

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== PREFIX + key) return;
      setDraft((mine) => {
        const kept = Object.fromEntries(secrets.map((name) => [name, mine[name]])) as Partial<T>;
        return { ...initial, ...read<T>(key), ...kept };
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
        storage.setItem(key, JSON.stringify(stored));
        return next;
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `secrets` is a constant of the caller
    [key],
  );

  const clear = useCallback(() => {
    storage.removeItem(key);
    setDraft(initial);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `initial` is a constant of the caller
  }, [key]);

  return { draft, update, clear };
}

/** Drafts belong to the person who wrote them: signing out removes them all. `name`: only those below it. */
export function clearDrafts(name = ''): void {
  storageBelow(PREFIX + name, () => localStorage).clear();
}
