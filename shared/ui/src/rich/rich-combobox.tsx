import { Select } from 'antd';
import { t } from '@panel/core';
import type { ComboboxProps } from '../data/combobox-props.ts';
import { useField } from '../form/field.tsx';
import { RichProvider } from './rich-provider.tsx';

/** antd's Select: a search in a long list that renders only visible entries. */
export default function RichCombobox({
  label,
  id,
  value,
  onChange,
  options,
  placeholder,
  onSearch,
  loading,
  empty = t('Nothing found.'),
}: ComboboxProps) {
  const field = useField(id);
  return (
    <RichProvider>
      <span className="p-rich">
        <Select
          {...field}
          aria-label={label}
          allowClear
          showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
          status={field['aria-invalid'] ? 'error' : undefined}
          value={value}
          onChange={(next: string | undefined) => onChange(next ?? null)}
          options={[...options]}
          placeholder={placeholder}
          loading={loading}
          notFoundContent={empty}
        />
      </span>
    </RichProvider>
  );
}
