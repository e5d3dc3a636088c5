import { AutoComplete as AntAutoComplete } from 'antd';
import { useField } from '../form/field.tsx';
import { RichProvider } from './rich-provider.tsx';

export type AutoCompleteProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  id?: string;
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  placeholder?: string;
  disabled?: boolean;
};

/** Free text with suggestions. For a fixed list, use Combobox of `@panel/ui/data`. */
export function AutoComplete({ label, id, value, onChange, suggestions, placeholder, disabled }: AutoCompleteProps) {
  const field = useField(id);
  return (
    <RichProvider>
      <span className="p-rich">
        <AntAutoComplete
          {...field}
          aria-label={label}
          status={field['aria-invalid'] ? 'error' : undefined}
          value={value}
          onChange={(next: string | undefined) => onChange(next ?? '')}
          options={suggestions.map((suggestion) => ({ value: suggestion }))}
          showSearch={{
            filterOption: (text, option) => String(option?.value).toLowerCase().includes(text.toLowerCase()),
          }}
          placeholder={placeholder}
          disabled={disabled}
        />
      </span>
    </RichProvider>
  );
}
