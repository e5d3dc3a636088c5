import { useEffect, useId } from 'react';
import { atom, useAtomValue } from 'jotai';
import { panelStore } from '../session/session.ts';

/** Forms with unsaved input, and whether leaving them needs a confirmation. */
const dirtyFormsAtom = atom<ReadonlyMap<string, boolean>>(new Map<string, boolean>());

/**
 * Reports a form's unsaved input: no release discards it, and the shell asks before the user leaves the page. With
 * `asks` false it does not ask, e.g. for a half-typed password.
 */
export function useDirty(dirty: boolean, asks = true): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    panelStore.set(dirtyFormsAtom, (forms) => new Map([...forms, [id, asks]]));
    return () => panelStore.set(dirtyFormsAtom, (forms) => new Map([...forms].filter(([form]) => form !== id)));
  }, [dirty, asks, id]);
}

const useForms = () => useAtomValue(dirtyFormsAtom, { store: panelStore });

/** Whether there is input that a new release must not discard. */
export const useAnyDirty = (): boolean => useForms().size > 0;

/** Whether leaving the page needs a confirmation because of unsaved input. */
export const useAsksToLeave = (): boolean => [...useForms().values()].includes(true);
