import { useEffect, useId } from 'react';
import { atom, useAtomValue } from 'jotai';
import { panelStore } from '../session/session.ts';

const dirtyFormsAtom = atom<ReadonlySet<string>>(new Set<string>());

/** A form says that it holds input that is not saved; the shell asks before the page is left. */
export function useDirty(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    panelStore.set(dirtyFormsAtom, (forms) => new Set([...forms, id]));
    return () => panelStore.set(dirtyFormsAtom, (forms) => new Set([...forms].filter((form) => form !== id)));
  }, [dirty, id]);
}

export const useAnyDirty = (): boolean => useAtomValue(dirtyFormsAtom, { store: panelStore }).size > 0;
