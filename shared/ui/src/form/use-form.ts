import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { get, useForm as useHookForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useConflict, type Conflict } from './use-conflict.ts';
import { schemaResolver } from './schema-resolver.ts';
import type * as v from 'valibot';
import { ApiError, useDirty } from '@panel/core';

export type UseFormOptions<I extends FieldValues, O> = {
  /** Usually the schema of the contract's call: the same rules and messages as the server's. */
  schema: v.GenericSchema<I, O>;
  /** Initial values. Later changes, e.g. newer data, replace them as long as the user has not typed. */
  values: NoInfer<I>;
  /**
   * What the server has of what this form saves, by field. Then the form shows a change from elsewhere instead of
   * replacing it. `onSubmit` gets the values that it was opened with, for the call's `expected`.
   */
  saved?: Partial<NoInfer<I>>;
  /** Maps the current values of a CONFLICT to the form's fields, if the call names them differently. */
  savedOf?: (current: Readonly<Record<string, unknown>>) => Partial<NoInfer<I>>;
  /** What a change from elsewhere calls a field and its values, where they are no texts: a choice, ids. */
  said?: { [N in keyof NoInfer<I>]?: { label: string; text: (value: NoInfer<I>[N]) => string } };
  /** Sends the parsed output. The form shows a rejection. */
  onSubmit: (output: O, opened: Partial<I>) => unknown;
  /** Field → message of a rejection, where its `fields` don't say it. What no field shows appears above the form. */
  fieldsOf?: (error: ApiError) => Readonly<Record<string, string>>;
  /** Asks before the user leaves with unsaved input. Default true. A new release waits for the input either way. */
  guard?: boolean;
  /** Gets every change, to store it elsewhere (a draft). Then nothing counts as unsaved, and `values` always wins. */
  keep?: (values: NoInfer<I>) => void;
};

export type FormState<I extends FieldValues, O> = Omit<UseFormReturn<I, unknown, O>, 'handleSubmit'> & {
  /** Id of the `<form>`, for a submit button outside of it: `<Button type="submit" form={form.id}>`. */
  id: string;
  formRef: RefObject<HTMLFormElement | null>;
  dirty: boolean;
  busy: boolean;
  /** Why sending failed, unless every reason is shown at a field. */
  failure: unknown;
  submit: (event?: FormEvent) => void;
  conflict: Conflict<I> | null;
  said: NonNullable<UseFormOptions<I, O>['said']>;
  /** The labels of the fields, by their names. */
  labels: RefObject<Map<string, string>>;
};

const CONTROLS = 'input, select, textarea, button';

/** Focuses the first invalid input; for an invalid group, its first control. False when none is invalid. */
function focusFirstWrong(form: HTMLFormElement | null): boolean {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]');
  (wrong?.matches(CONTROLS) ? wrong : wrong?.querySelector<HTMLElement>(CONTROLS))?.focus();
  return Boolean(wrong);
}

/** The messages of nested errors. `ref` is the input of one of them. */
const messagesOf = (errors: object): string[] =>
  Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'message' && typeof value === 'string') return [value];
    return key !== 'ref' && typeof value === 'object' && value !== null ? messagesOf(value) : [];
  });

/**
 * A form on react-hook-form, validated by a valibot schema and sent once. A failure keeps the input, the `fields` of
 * the server's error appear at their fields, and the first invalid field gets the focus.
 */
export function useForm<I extends FieldValues, O>(options: UseFormOptions<I, O>): FormState<I, O> {
  const { schema, values, said = {}, onSubmit, fieldsOf = (error) => error.fields, guard = true, keep } = options;
  const labels = useRef(new Map<string, string>());
  const { handleSubmit, ...form } = useHookForm<I, unknown, O>({
    resolver: schemaResolver(schema),
    defaultValues: values as DefaultValues<I>,
    criteriaMode: 'all',
    shouldFocusError: false,
  });
  const { getValues, reset, subscribe } = form;
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const [failure, setFailure] = useState<unknown>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const kept = useRef(keep);
  const id = useId();

  useDirty(isDirty && !keep, guard);

  useLayoutEffect(() => {
    kept.current = keep;
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values: typed }) => {
          setFailure(null);
          // Without a name it resets to the default values.
          if (name !== undefined) kept.current?.(typed);
        },
      }),
    [subscribe],
  );

  const newest = JSON.stringify(values);
  const shown = useRef(newest);
  useLayoutEffect(() => {
    if (newest === shown.current || isSubmitting || (isDirty && !keep)) return;
    shown.current = newest;
    if (newest !== JSON.stringify(getValues())) reset(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `newest` is the content of `values`
  }, [newest, isDirty, isSubmitting, keep, getValues, reset]);

  useLayoutEffect(() => {
    if (submitCount === 0 || focusFirstWrong(formRef.current)) return;
    // An error of a value that no input shows, such as an id that is sent along.
    const hidden = messagesOf(errors);
    if (hidden.length > 0) setFailure(new Error(hidden.join(' ')));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each submit, with the errors that it ended with
  }, [submitCount]);

  const send = async (output: O) => {
    const sent = structuredClone(getValues());
    try {
      await onSubmit(output, opened());
      form.resetDefaultValues(sent);
    } catch (error) {
      if (refuse(error)) return;
      const fields = Object.entries(error instanceof ApiError ? fieldsOf(error) : {});
      const known = fields.filter(([name]) => get(sent, name) !== undefined);
      for (const [name, message] of known) form.setError(name as FieldPath<I>, { type: 'server', message });
      if (known.length < fields.length || known.length === 0) setFailure(error);
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setFailure(null);
    void handleSubmit(send)().finally(() => {
      sending.current = false;
    });
  };
  const { conflict, opened, refuse } = useConflict<I>({
    ...options,
    form,
    isDirty,
    isSubmitting,
    again: () => submit(),
  });
  return { ...form, id, formRef, dirty: isDirty, busy: isSubmitting, failure, submit, conflict, said, labels };
}
