import { useRef } from 'react';
import { Select } from 'antd';
import type { ComboboxProps } from '../data/combobox.tsx';
import { useField } from '../form/field.tsx';
import { AntProvider } from './ant-provider.tsx';

/** antd's Select: a search in a long list that is rendered only where it is in sight. */
export default function AntCombobox({
  label,
  id,
  value,
  onChange,
  options,
  placeholder,
  onSearch,
  loading,
  empty = 'Nothing found.',
}: ComboboxProps) {
  const field = useField(id);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <AntProvider>
      <span ref={anchor} className="p-combobox">
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
          // In a dialog the list must be inside of it, because everything else is inert; else in the landmark of the page.
          getPopupContainer={() => anchor.current?.closest<HTMLElement>('dialog, main') ?? document.body}
        />
      </span>
    </AntProvider>
  );
}
