import type { ReactNode } from 'react';
import { ApiError } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Banner } from '../feedback/banner.tsx';
import { Field, type FieldProps } from '../form/field.tsx';
import { TextInput, type TextInputProps } from '../form/text-input.tsx';
import {
  useResourceForm,
  type FormSchema,
  type ResourceFormState,
  type UseResourceFormOptions,
} from './use-resource-form.ts';

function Failure({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  // An answer of 401 or 403 leaves the page: it was told.
  if (error instanceof ApiError && error.handled) return null;
  const message = error instanceof Error ? error.message : 'Something went wrong. Nothing was saved; try again.';
  return (
    <Banner kind="danger" live>
      {message}
      {error instanceof ApiError && error.requestId && (
        <span className="p-request-id">
          Request id <CopyText text={error.requestId} label="Copy request id" />
        </span>
      )}
    </Banner>
  );
}

export type ResourceFormProps<S extends FormSchema> = UseResourceFormOptions<S> & {
  children: (form: ResourceFormState<S>) => ReactNode;
  /** A verb, e.g. "Save". */
  submitLabel: string;
  /** Why it cannot be sent now, beside wrong fields. */
  submitDisabledReason?: string | null;
  onCancel?: () => void;
  cancelLabel?: string;
  /** Left of the buttons. */
  aside?: ReactNode;
  /** For buttons that stand elsewhere, e.g. in the foot of a dialog: `<Button type="submit" form={id}>`. */
  id?: string;
  hideButtons?: boolean;
};

/** A form with one schema for the browser and the server: errors at their fields, sent once, nothing lost. */
export function ResourceForm<S extends FormSchema>({
  children,
  submitLabel,
  submitDisabledReason,
  onCancel,
  cancelLabel = 'Cancel',
  aside,
  id,
  hideButtons = false,
  ...options
}: ResourceFormProps<S>) {
  const form = useResourceForm(options);
  return (
    <form
      ref={form.formRef}
      id={id}
      className="p-form"
      onSubmit={form.submit}
      noValidate
      aria-busy={form.busy || undefined}
    >
      <Failure error={form.failure} />
      {children(form)}
      {!hideButtons && (
        <div className="p-form-foot">
          {aside}
          {onCancel && (
            <Button onClick={onCancel} disabledReason={form.busy ? 'Wait until it has been sent.' : null}>
              {cancelLabel}
            </Button>
          )}
          <Button kind="primary" type="submit" loading={form.busy} disabledReason={submitDisabledReason}>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  );
}

type TextName<S extends FormSchema> = Extract<
  {
    [K in keyof ResourceFormState<S>['values']]: ResourceFormState<S>['values'][K] extends string | undefined
      ? K
      : never;
  }[keyof ResourceFormState<S>['values']],
  string
>;

export type FormFieldProps<S extends FormSchema> = Omit<FieldProps, 'children' | 'error'> &
  Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'required' | 'children' | 'form'> & {
    form: ResourceFormState<S>;
    name: TextName<S>;
    /** Another input than one line of text, e.g. PasswordInput. */
    input?: (props: TextInputProps) => ReactNode;
  };

/** One text field of a form, by the name that the schema gives it. */
export function FormField<S extends FormSchema>({
  form,
  name,
  label,
  help,
  required,
  optional,
  hideLabel,
  aside,
  input: Input = TextInput,
  ...rest
}: FormFieldProps<S>) {
  const value = form.values[name];
  return (
    <Field
      label={label}
      help={help}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      aside={aside}
      error={form.errors[name]}
    >
      <Input
        {...rest}
        name={name}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => form.set({ [name]: text } as Partial<typeof form.values>)}
      />
    </Field>
  );
}
