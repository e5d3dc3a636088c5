import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '@panel/core';

/** What a form saves was changed by another tab or person since it was opened. */
export type Conflict<I> = {
  /** What the server has now, by field. */
  theirs: Partial<I>;
  /** Saves what is typed over it; before the first try to save, only hides the question. */
  keepMine: () => void;
  takeTheirs: () => void;
};

type Options<I extends FieldValues> = {
  values: I;
  saved?: Partial<I>;
  savedOf?: (current: Readonly<Record<string, unknown>>) => Partial<I>;
  form: Pick<UseFormReturn<I>, 'reset'>;
  isDirty: boolean;
  isSubmitting: boolean;
  again: () => void;
};

/** Remembers what a form was opened with, and notices that the server has something else by now. */
export function useConflict<I extends FieldValues>(options: Options<I>) {
  const { values, saved, savedOf = (current) => current as Partial<I>, form, isDirty, isSubmitting, again } = options;
  const base = useRef(saved ?? {});
  const [theirs, setTheirs] = useState<Partial<I> | null>(null);
  const wasRefused = useRef(false);

  const newest = JSON.stringify(saved);
  const seen = useRef(newest);
  useLayoutEffect(() => {
    if (saved === undefined || isSubmitting || newest === seen.current) return;
    seen.current = newest;
    if (!isDirty) base.current = saved;
    else if (newest !== JSON.stringify(base.current)) setTheirs(saved);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `newest` is the content of `saved`
  }, [newest, isDirty, isSubmitting]);

  const settle = () => {
    base.current = theirs ?? base.current;
    wasRefused.current = false;
    setTheirs(null);
  };
  const conflict: Conflict<I> | null = theirs && {
    theirs,
    keepMine: () => {
      const wasSent = wasRefused.current;
      settle();
      if (wasSent) again();
    },
    takeTheirs: () => {
      settle();
      form.reset({ ...values, ...theirs });
    },
  };
  return {
    conflict,
    opened: (): Partial<I> => base.current,
    /** Whether a rejection is a change from elsewhere, which the form shows as such. */
    refuse: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT' || error.current === null) return false;
      wasRefused.current = true;
      setTheirs(savedOf(error.current));
      return true;
    },
  };
}
