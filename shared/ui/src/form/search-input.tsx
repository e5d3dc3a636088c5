import { useEffect, useRef, useState } from 'react';
import { t } from '@panel/core';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';

export type SearchInputProps = {
  /** The applied value, e.g. from the address. */
  value: string;
  onChange: (value: string) => void;
  /** Accessible name, and placeholder unless one is given. */
  label: string;
  placeholder?: string;
  /** Milliseconds without a key press before it is applied. */
  delay?: number;
};

/** A search field that is applied when typing pauses, and immediately on Enter and on clear. */
export function SearchInput({ value, onChange, label, placeholder = label, delay = 300 }: SearchInputProps) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  // The address changed elsewhere (Back, Clear filters): follow it.
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);

  const apply = (next: string) => {
    if (next === applied.current) return;
    applied.current = next;
    latest.current(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => apply(text.trim()), delay);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `apply` reads only refs
  }, [text, delay]);

  const clear = () => {
    setText('');
    apply('');
    field.current?.focus();
  };
  return (
    <span className="p-input-frame p-search" role="search">
      <span className="p-affix">
        <Icon name="search" size={16} />
      </span>
      <input
        ref={field}
        type="search"
        className="p-input"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(text.trim());
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            clear();
          }
        }}
      />
      {text !== '' && (
        <span className="p-affix">
          <IconButton icon="close" label={t('Clear search')} size="s" tooltip={false} onClick={clear} />
        </span>
      )}
    </span>
  );
}
