import { useEffect, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import type { FormState } from './use-form.ts';

/** Props of an input in a form. */
export type FormInput<V> = { name: string; value: V; onChange: (value: V) => void; onBlur: () => void };

/** Value, change and error of one field, for inputs that `FormField` does not fit. */
export function useFormField<I extends FieldValues, O, N extends FieldPath<I>>(
  form: FormState<I, O>,
  name: N,
): FormInput<FieldPathValue<I, N>> & { error: string | undefined } {
  const {
    field: { value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  return { name, value, onChange, onBlur, error: error?.message };
}

/** Tells the form what a field is called. */
export function useLabel<I extends FieldValues, O>(form: FormState<I, O>, name: string, label: ReactNode): void {
  useEffect(() => {
    if (typeof label === 'string') form.labels.current.set(name, label);
  }, [form.labels, name, label]);
}

export type FormFieldProps<I extends FieldValues, O, N extends FieldPath<I>> = Omit<FieldProps, 'children' | 'error'> &
  Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'name' | 'required' | 'children' | 'form'> & {
    form: FormState<I, O>;
    name: N;
    /** Another text input, e.g. PasswordInput. */
    input?: (props: TextInputProps) => ReactNode;
    /** Another kind of input: `{(input) => <Select {...input} options={…} />}`. */
    children?: (input: FormInput<FieldPathValue<I, N>>) => ReactNode;
  };

/** One field of a form, by its path in the schema, with its label, help and error. */
export function FormField<I extends FieldValues, O, N extends FieldPath<I>>({
  form,
  name,
  label,
  help,
  required,
  optional,
  hideLabel,
  aside,
  input: Input = TextInput,
  children,
  ...rest
}: FormFieldProps<I, O, N>) {
  const { error, ...input } = useFormField(form, name);
  useLabel(form, name, label);
  return (
    <Field
      label={label}
      help={help}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      aside={aside}
      error={error}
    >
      {children ? (
        children(input)
      ) : (
        <Input {...rest} {...input} value={input.value ?? ''} onChange={input.onChange as (text: string) => void} />
      )}
    </Field>
  );
}
