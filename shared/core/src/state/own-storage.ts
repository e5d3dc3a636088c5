/** The part of the browser's `Storage` that libraries use, e.g. zustand's and jotai's. */
export type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/**
 * Browser storage below a name. Storage may be full or forbidden: then nothing is kept, and nothing fails. `place` is
 * a function, because even naming a forbidden storage throws.
 */
export function storageBelow(name: string, place: () => Storage): OwnStorage {
  function attempt<T>(act: (storage: Storage) => T): T | null {
    try {
      return act(place());
    } catch {
      return null;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(name + key)),
    setItem: (key, value) => void attempt((storage) => storage.setItem(name + key, value)),
    removeItem: (key) => void attempt((storage) => storage.removeItem(name + key)),
    clear: () =>
      void attempt((storage) => {
        for (const key of Object.keys(storage)) if (key.startsWith(name)) storage.removeItem(key);
      }),
  };
}

/** The browser's storage, for values of the page itself: their keys are as they are stored. */
export const pageStorage = storageBelow('', () => localStorage);

/** The browser's storages below one name. */
export const storagesBelow = (name: string): Record<'local' | 'session', OwnStorage> => ({
  local: storageBelow(name, () => localStorage),
  session: storageBelow(name, () => sessionStorage),
});

/**
 * The browser's storage for a remote's own values: in a remote, keys are below its name, so they cannot be another's.
 * Values outlive a sign-out.
 */
export const ownStorage = storagesBelow('panel.own.');
