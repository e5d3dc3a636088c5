import type { SelectHTMLAttributes } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useField } from './field.tsx';
import { cx } from '../cx.ts';

export type Option<V extends string = string> = {
  value: V;
  label: string;
  disabled?: boolean;
  /** Heading above it; options of one group follow each other. */
  group?: string;
};

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

const entry = ({ value, label, disabled }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

type Group<V extends string> = { group: string | undefined; entries: Option<V>[] };

/** Neighbours of one group together. */
function groupsOf<V extends string>(options: readonly Option<V>[]): Group<V>[] {
  const groups: Group<V>[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.entries.push(option);
    else groups.push({ group: option.group, entries: [option] });
  }
  return groups;
}

/**
 * One of a short list: the browser's own select, which works on every phone and screen reader. Long lists: Combobox.
 * A single choice that is already made is text.
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
  const [only] = options;
  // Nothing to choose: the value as text, still labelled.
  if (only && options.length === 1 && placeholder === undefined && only.value === value)
    return (
      <output {...field} className={cx('p-select-one', className)} aria-label={rest['aria-label']}>
        {only.label}
      </output>
    );
  return (
    <span className={cx('p-select', size === 's' && 'p-select-s', className)}>
      <select {...field} {...rest} value={value} onChange={(event) => onChange(event.target.value as V | '')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {groupsOf(options).map(({ group, entries }) =>
          group === undefined ? (
            entries.map(entry)
          ) : (
            <optgroup key={group} label={group}>
              {entries.map(entry)}
            </optgroup>
          ),
        )}
      </select>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
