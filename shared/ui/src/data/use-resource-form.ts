import { useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import * as v from 'valibot';
import { ApiError, useDirty } from '@panel/core';

/** Text, switches and lists by field name. The schema turns them into what is sent. */
export type FormSchema = v.GenericSchema<Record<string, unknown>, unknown>;
type Values<S extends FormSchema> = v.InferInput<S>;
export type FieldErrors = Readonly<Record<string, string>>;

export type UseResourceFormOptions<S extends FormSchema> = {
  schema: S;
  /** What the fields hold at first; a new object with other content resets a form that was not touched. */
  initial: Values<S>;
  /** Sends it. A rejected ApiError shows in the form: ask the call not to notify (`context: {failure: 'caller'}`). */
  onSubmit: (output: v.InferOutput<S>) => Promise<unknown>;
  onDirtyChange?: (dirty: boolean) => void;
  /** The page is not left without a question while there is unsaved input. Default true. A new release never takes input away. */
  guard?: boolean;
};

export type ResourceFormState<S extends FormSchema> = {
  values: Values<S>;
  set: (change: Partial<Values<S>>) => void;
  errors: FieldErrors;
  /** What went wrong with the form as a whole. */
  failure: unknown;
  dirty: boolean;
  busy: boolean;
  submit: (event?: FormEvent) => void;
  reset: () => void;
  formRef: RefObject<HTMLFormElement | null>;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The first message of each field, by its path with dots. */
function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

/**
 * State of one form: checked with its schema, sent once, nothing lost when sending fails, the server's `fields` shown
 * at their fields, the first wrong field focused.
 */
export function useResourceForm<S extends FormSchema>(options: UseResourceFormOptions<S>): ResourceFormState<S> {
  const { schema, initial, onSubmit, onDirtyChange, guard = true } = options;
  const [values, setValues] = useState<Values<S>>(initial);
  const [base, setBase] = useState<Values<S>>(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState(0);
  const sending = useRef(false);
  const formRef = useRef<HTMLFormElement>(null);

  const dirty = useMemo(() => !same(values, base), [values, base]);
  // Newer data from the server replaces what nobody has touched; input is never overwritten.
  if (!same(initial, base) && !dirty && !busy) {
    setBase(initial);
    setValues(initial);
  }
  useDirty(dirty, guard);
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange]);
  useEffect(() => {
    if (wanted > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [wanted]);

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setWanted((count) => count + 1);
  };

  const send = async (output: v.InferOutput<S>, sent: Values<S>) => {
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(output);
      setBase(sent);
      setErrors({});
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const shown = Object.keys(fields).filter((name) => name in (sent as object));
      if (shown.length > 0) refuse(fields);
      if (shown.length < Object.keys(fields).length || shown.length === 0) setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    set: (change) => {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => without(before, Object.keys(change)));
      setFailure(null);
    },
    errors,
    failure,
    dirty,
    busy,
    submit: (event) => {
      event?.preventDefault();
      if (sending.current) return;
      const parsed = v.safeParse(schema, values);
      if (parsed.success) void send(parsed.output, values);
      else refuse(errorsOf(parsed.issues));
    },
    reset: () => {
      setValues(base);
      setErrors({});
      setFailure(null);
    },
    formRef,
  };
}
