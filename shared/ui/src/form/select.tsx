import type { SelectHTMLAttributes } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useField } from './field.tsx';
import { cx } from '../cx.ts';

export type Option<V extends string = string> = { value: V; label: string; disabled?: boolean };

export type SelectProps<V extends string> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange' | 'size'
> & {
  options: readonly Option<V>[];
  value: V | '';
  onChange: (value: V | '') => void;
  /** The entry for "none"; without it, one must be chosen. */
  placeholder?: string;
  size?: 's' | 'm';
};

/**
 * One of a short list: the browser's own select, which works on every phone and screen reader. Long lists: Combobox.
 */
export function Select<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  size = 'm',
  className,
  id,
  ...rest
}: SelectProps<V>) {
  const field = useField(id);
  return (
    <span className={cx('p-select', size === 's' && 'p-select-s', className)}>
      <select {...field} {...rest} value={value} onChange={(event) => onChange(event.target.value as V | '')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
