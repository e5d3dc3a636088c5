import { useRef, useState, type FormEvent } from 'react';
import { ApiError, useDirty } from '@panel/core';
import * as v from 'valibot';

type Texts<K extends string> = Record<K, string>;
type Options<K extends string, I, O> = {
  initial: Texts<K>;
  /** The contract's own schema: the same texts as the server's. */
  schema: v.GenericSchema<I, O>;
  /** What is sent, besides the fields that are typed. */
  extra?: Record<string, string | undefined>;
  send: (input: I) => Promise<void>;
};

/** First message of each field. */
function messagesOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    found[field] ??= issue.message;
  }
  return found;
}

/**
 * A form of the pages before the sign-in: what was typed, what is wrong with it by field, and what the server said.
 * What was typed is never lost by a failure, nor to a new version of the shell.
 */
export function useAskForm<K extends string, I, O>({ initial, schema, extra, send }: Options<K, I, O>) {
  const [values, setValues] = useState<Texts<K>>(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useDirty(
    Object.entries(values).some(([name, text]) => text !== initial[name as K]),
    false,
  );

  const change = (name: K) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, ...rest }) => rest as Partial<Record<string, string>>);
  };
  const refuse = (wrong: Record<string, string>) => {
    setErrors(wrong);
    const first = Object.keys(initial).find((name) => wrong[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const input = { ...values, ...extra };
    const checked = v.safeParse(schema, input);
    setFailure(null);
    if (!checked.success) return refuse(messagesOf(checked.issues));
    setErrors({});
    setSending(true);
    try {
      await send(input as I);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse({ ...error.fields });
      const told = Object.keys(error.fields).some((name) => name in initial);
      if (!told) setFailure(error);
    } finally {
      setSending(false);
    }
  };
  const field = (name: K) => ({ name, value: values[name], onChange: change(name) });
  return { values, field, error: (name: K) => errors[name], failure, sending, form, submit };
}
