import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Inline } from '../parts/layout.tsx';
import { Field } from './field.tsx';
import { generatePassword } from './generate-password.ts';
import { PasswordInput } from './text-input.tsx';

export type NewPasswordFieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** With a generated password, e.g. to fill the field that repeats it. */
  onGenerate?: (value: string) => void;
  label?: string;
  help?: ReactNode;
  error?: string;
  required?: boolean;
  autoFocusInDialog?: boolean;
};

/** A password that is chosen here: typed or generated, shown and copied. The lint asks for it where one is set. */
export function NewPasswordField({
  label = t('Password'),
  help,
  error,
  required,
  onGenerate,
  ...input
}: NewPasswordFieldProps) {
  const generate = () => {
    const password = generatePassword();
    input.onChange(password);
    onGenerate?.(password);
  };
  return (
    <Field
      label={label}
      required={required}
      error={error}
      help={help}
      aside={
        <Inline gap={1}>
          {input.value !== '' && <CopyText text={input.value} label={t('Copy password')} buttonOnly />}
          <Button size="s" kind="text" icon="refresh" onClick={generate}>
            {t('Generate')}
          </Button>
        </Inline>
      }
    >
      <PasswordInput {...input} autoComplete="new-password" />
    </Field>
  );
}
