import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { alongText } from '../overlay/arrow-key.ts';
import { Icon, type IconName } from '../parts/icon.tsx';

export type Segment<V extends string> = { value: V; label: string; icon?: IconName };
export type SegmentedControlProps<V extends string> = {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** One of two to five options, all visible. */
export function SegmentedControl<V extends string>({ label, segments, value, onChange }: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div className="p-segments" role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label key={segment.value} className="p-segment">
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          <span>
            {segment.icon && <Icon name={segment.icon} size={16} />}
            {segment.label}
          </span>
        </label>
      ))}
    </div>
  );
}

export type TabItem<K extends string> = { key: K; label: ReactNode; content: ReactNode };
export type TabsProps<K extends string> = {
  label: string;
  tabs: readonly TabItem<K>[];
  active: K;
  onChange: (key: K) => void;
};

/** Parts of one page, one at a time; arrow keys move between them. */
export function Tabs<K extends string>({ label, tabs, active, onChange }: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      alongText(event.key)
    ];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className="p-tabs">
      <div ref={list} className="p-tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.key === active}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active}`} tabIndex={0} className="p-tabpanel">
        {tabs.find((tab) => tab.key === active)?.content}
      </div>
    </div>
  );
}
