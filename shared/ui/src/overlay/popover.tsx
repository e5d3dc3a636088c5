import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { useDismiss } from './use-dismiss.ts';
import { useFloating } from './use-floating.ts';
import { cx } from '../cx.ts';

export type PopoverTrigger = {
  ref: React.Ref<HTMLButtonElement>;
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog';
  'aria-controls': string;
};

export type PopoverProps = {
  /** Accessible name. */
  label: string;
  trigger: (props: PopoverTrigger) => ReactNode;
  /** Content; `close` returns the focus. */
  children: (close: () => void) => ReactNode;
  /** `menu` is the 500 px of the specification (spec §9); never wider than the window. */
  width?: 'auto' | 'menu';
  placement?: 'bottom-start' | 'bottom-end';
  onOpen?: () => void;
};

/** A box at a button, for content that is not a list of actions (bell, profile). */
export function Popover({ label, trigger, children, width = 'auto', placement = 'bottom-end', onOpen }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloating(open, anchor, box, placement);
  const close = useCallback((by?: 'escape' | 'outside') => {
    setOpen(false);
    if (by !== 'outside') anchor.current?.focus();
  }, []);
  useDismiss(open, [anchor, box], close);

  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <>
      {trigger({ ref: anchor, onClick: toggle, 'aria-expanded': open, 'aria-haspopup': 'dialog', 'aria-controls': id })}
      {open && (
        <div
          ref={box}
          id={id}
          role="dialog"
          aria-label={label}
          popover="manual"
          className={cx('p-popover', width === 'menu' && 'p-popover-menu')}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next && !event.currentTarget.contains(next) && next !== anchor.current) setOpen(false);
          }}
        >
          {children(() => close())}
        </div>
      )}
    </>
  );
}
