import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { CallName } from '@panel/contract/reads';
import { folded, useRoleRefusal } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { IconButton } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useDismiss } from './use-dismiss.ts';
import { useFloating } from './use-floating.ts';
import { cx } from '../cx.ts';

export type MenuItem = {
  key: string;
  label: string;
  icon?: IconName;
  onSelect?: () => void;
  /** A path of the panel. */
  to?: string;
  /** An external address; opens in a new tab. */
  href?: string;
  danger?: boolean;
  /** Why it cannot be chosen now; shown below its label. */
  disabledReason?: string | null;
  /** The call that it leads to: staff whose role does not include it cannot choose it. */
  call?: CallName;
  /** A divider above it. */
  separated?: boolean;
  checked?: boolean;
};

export type MenuTrigger = {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
};

export type MenuProps = {
  /** Accessible name, e.g. "Actions for blog.example.com". */
  label: string;
  items: readonly MenuItem[];
  /** Default: a button with three dots. */
  trigger?: (props: MenuTrigger) => ReactNode;
  header?: ReactNode;
  placement?: 'bottom-start' | 'bottom-end';
};

function Entry({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const hint = useId();
  const reason = useRoleRefusal()(item.call) ?? item.disabledReason;
  const off = Boolean(reason);
  const shared = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    className: cx('p-menu-item', item.danger && 'p-menu-danger'),
    'aria-checked': item.checked,
    'aria-disabled': off || undefined,
    'aria-describedby': off ? hint : undefined,
  };
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} size={16} />}
      <span className="p-menu-label">
        {item.label}
        {off && (
          <span id={hint} className="p-menu-reason">
            {reason}
          </span>
        )}
      </span>
      {item.checked && <Icon name="check" size={16} />}
      {item.href !== undefined && !off && <Icon name="external" size={14} />}
    </>
  );
  if (off) return <span {...shared}>{inside}</span>;
  if (item.to !== undefined)
    return (
      <AppLink {...shared} to={item.to} onClick={onChosen}>
        {inside}
      </AppLink>
    );
  if (item.href !== undefined)
    return (
      <a {...shared} href={item.href} target="_blank" rel="noreferrer" onClick={onChosen}>
        {inside}
      </a>
    );
  const choose = () => {
    onChosen();
    item.onSelect?.();
  };
  return (
    <button {...shared} type="button" onClick={choose}>
      {inside}
    </button>
  );
}

/** Where a key moves the focus in a list of `count` entries; null when the key is not for the menu. */
function step(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Actions at a button: arrows, Home, End, first letter, Escape; the focus returns to the button. */
export function Menu({ label, items, trigger, header, placement = 'bottom-end' }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState<false | 'first' | 'last'>(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloating(open !== false, anchor, box, placement);
  const close = useCallback((by?: 'escape' | 'outside') => {
    setOpen(false);
    if (by !== 'outside') anchor.current?.focus();
  }, []);
  useDismiss(open !== false, [anchor, box], close);

  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  useEffect(() => {
    if (open)
      entries()
        .at(open === 'first' ? 0 : -1)
        ?.focus();
  }, [open]);

  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter = event.key.length === 1 ? folded(event.key) : null;
    const byLetter =
      letter &&
      [...all.slice(at + 1), ...all.slice(0, at + 1)].find((entry) =>
        folded(entry.textContent ?? '').startsWith(letter),
      );
    const next = step(event.key, at, all.length);
    if (next !== null) event.preventDefault();
    if (event.key === 'Tab') setOpen(false);
    (next === null ? byLetter || null : all[next])?.focus();
  };
  const props: MenuTrigger = {
    ref: anchor,
    onClick: () => setOpen(open ? false : 'first'),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open !== false,
    'aria-controls': open ? id : undefined,
  };
  return (
    <>
      {trigger ? trigger(props) : <IconButton {...props} icon="more" label={label} tooltip={false} size="s" />}
      {open && (
        <div ref={box} popover="manual" className="p-popover p-menu">
          {header && <div className="p-menu-header">{header}</div>}
          <div id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
            {items.map((item) => (
              <div key={item.key} role="none" className={item.separated ? 'p-menu-separated' : undefined}>
                <Entry item={item} onChosen={close} />
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
