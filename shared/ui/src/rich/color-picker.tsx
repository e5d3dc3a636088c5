import { ColorPicker as AntColorPicker } from 'antd';
import { useField } from '../form/field.tsx';
import { RichProvider } from './rich-provider.tsx';

export type ColorPickerProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  id?: string;
  /** `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  presets?: readonly { label: string; colors: readonly string[] }[];
  disabled?: boolean;
};

/** A colour without transparency: its button opens a palette with a field for the hexadecimal value. */
export function ColorPicker({ label, id, value, onChange, presets = [], disabled }: ColorPickerProps) {
  const field = useField(id);
  const { 'aria-required': _, 'aria-invalid': __, ...named } = field;
  return (
    <RichProvider>
      <AntColorPicker
        value={value}
        onChange={(color) => onChange(color.toHexString().slice(0, 7))}
        presets={presets.map((preset) => ({ label: preset.label, colors: [...preset.colors] }))}
        disabledAlpha
        format="hex"
        trigger="click"
        disabled={disabled}
      >
        <button {...named} type="button" disabled={disabled} className="p-button p-button-default p-rich-color">
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <rect width="18" height="18" rx="4" fill={value} />
          </svg>
          {label && <span className="p-visually-hidden">{label}: </span>}
          {value.toUpperCase()}
        </button>
      </AntColorPicker>
    </RichProvider>
  );
}
