import { createContext, useContext, useId, type ReactNode } from 'react';
import { t } from '@panel/core';
import { Icon } from '../parts/icon.tsx';
import { cx } from '../cx.ts';

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const Context = createContext<FieldContext | null>(null);

/** What an input gets from its Field: its id, help and error, and whether it is invalid. */
export function useField(id?: string): {
  id: string | undefined;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
} {
  const field = useContext(Context);
  if (!field) return { id };
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

export type FieldProps = {
  label: ReactNode;
  /** One input of this package, or anything that calls `useField`. */
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  /** Right of the label, e.g. a link. */
  aside?: ReactNode;
};

/** Label, help and error of one input, linked for assistive technology. */
export function Field({ label, children, help, error, required = false, optional, hideLabel, aside }: FieldProps) {
  const id = useId();
  const describedBy = cx(error ? `${id}-error` : null, help ? `${id}-help` : null) || undefined;
  return (
    <div className={cx('p-field', error ? 'p-field-invalid' : null)}>
      <div className={cx('p-field-head', hideLabel && 'p-visually-hidden')}>
        <label id={`${id}-label`} htmlFor={id} className="p-label">
          {label}
          {optional && <span className="p-optional"> {t('(optional)')}</span>}
        </label>
        {aside}
      </div>
      <Context value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</Context>
      {error && (
        <p id={`${id}-error`} className="p-error">
          <Icon name="error" size={14} />
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="p-help">
          {help}
        </p>
      )}
    </div>
  );
}
