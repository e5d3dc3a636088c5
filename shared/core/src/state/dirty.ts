import { useEffect, useId } from 'react';
import { atom, useAtomValue } from 'jotai';
import { panelStore } from '../session/session.ts';

/** Forms that hold input that is not saved, and whether leaving them is asked about. */
const dirtyFormsAtom = atom<ReadonlyMap<string, boolean>>(new Map<string, boolean>());

/**
 * A form says that it holds input that is not saved: no release takes it away, and the shell asks before the page is
 * left. With `asks` false nobody is asked, e.g. for a half-typed password, which is nothing to save.
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

/** Is there input that a new release must not take away? */
export const useAnyDirty = (): boolean => useForms().size > 0;

/** Is there input that is asked about before the page is left? */
export const useAsksToLeave = (): boolean => [...useForms().values()].includes(true);
