import { t } from '@panel/core';
import { parseColor, toHex } from '@panel/brand/colors';
import type { BrandColor } from '@panel/core';
import { Field, TextInput } from '@panel/ui';
import { useFormField } from '@panel/ui/form';
import type { BrandFormState } from './branding.form.ts';

const DEFAULT_TEXT = t('Panel’s own');

/** One color, as text or with the browser's picker. Empty means the panel's default. */
export function BrandColorField({
  form,
  name,
  label,
  fallback,
}: {
  form: BrandFormState;
  name: BrandColor;
  label: string;
  fallback: string;
}) {
  const { error, ...field } = useFormField(form, name);
  const input = {
    ...field,
    onChange: (value: string) => {
      field.onChange(value);
      // Reported while typing: the preview cannot show what is no color.
      void form.trigger(name);
    },
  };
  const shown = toHex(parseColor(input.value) ?? parseColor(fallback) ?? [0, 0, 0]);
  return (
    <Field label={label} error={error}>
      <TextInput
        {...input}
        placeholder={`${DEFAULT_TEXT}, ${fallback}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        prefix={
          <input
            type="color"
            className="brand-picker"
            aria-label={t('Pick the color: {label}', { label })}
            value={shown}
            onChange={(event) => input.onChange(event.target.value)}
          />
        }
      />
    </Field>
  );
}
