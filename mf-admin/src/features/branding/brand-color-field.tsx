import { parseColor, toHex } from '@panel/contract/colors';
import type { BrandColor } from '@panel/core';
import { Field, TextInput } from '@panel/ui';
import type { ResourceFormState } from '@panel/ui/data';
import type { BrandForm } from './branding.form.ts';

const DEFAULT_TEXT = 'Panel’s own';

/** One colour: as text, which can be pasted, and with the browser's own picker. Empty is the panel's own colour. */
export function BrandColorField({
  form,
  name,
  label,
  fallback,
}: {
  form: ResourceFormState<typeof BrandForm>;
  name: BrandColor;
  label: string;
  fallback: string;
}) {
  const value = form.values[name];
  const shown = toHex(parseColor(value) ?? parseColor(fallback) ?? [0, 0, 0]);
  return (
    <Field label={label} error={form.errors[name]}>
      <TextInput
        name={name}
        value={value}
        onChange={(text) => form.set({ [name]: text })}
        placeholder={`${DEFAULT_TEXT}, ${fallback}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        prefix={
          <input
            type="color"
            className="brand-picker"
            aria-label={`Pick the colour: ${label}`}
            value={shown}
            onChange={(event) => form.set({ [name]: event.target.value })}
          />
        }
      />
    </Field>
  );
}
