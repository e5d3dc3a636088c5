import { useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { t } from '@panel/core';
import { IconButton } from '../parts/button.tsx';
import { useField } from './field.tsx';
import { cx } from '../cx.ts';

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix'> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Before and after the text, inside the frame, e.g. `.aurora-sites.localhost`. */
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** Gets the focus when the dialog around it opens. */
  autoFocusInDialog?: boolean;
};

/** One line of text. */
export function TextInput({
  value,
  onChange,
  prefix,
  suffix,
  autoFocusInDialog,
  className,
  type = 'text',
  id,
  ...rest
}: TextInputProps) {
  const field = useField(id);
  const input = (
    <input
      {...field}
      {...rest}
      type={type}
      className={cx('p-input', className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data-autofocus={autoFocusInDialog || undefined}
    />
  );
  if (!prefix && !suffix) return input;
  return (
    <span className="p-input-frame">
      {prefix && <span className="p-affix">{prefix}</span>}
      {input}
      {suffix && <span className="p-affix">{suffix}</span>}
    </span>
  );
}

/** A password: it can be shown, and pasting is never blocked. */
export function PasswordInput({
  autoComplete = 'current-password',
  ...rest
}: Omit<TextInputProps, 'type' | 'prefix' | 'suffix'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      suffix={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? t('Hide password') : t('Show password')}
          size="s"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

/** Several lines of text; grows with its content where the browser supports it. */
export function TextArea({ value, onChange, rows = 3, className, id, ...rest }: TextAreaProps) {
  const field = useField(id);
  return (
    <textarea
      {...field}
      {...rest}
      rows={rows}
      className={cx('p-input p-textarea', className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
