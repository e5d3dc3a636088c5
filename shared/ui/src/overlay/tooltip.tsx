import { cloneElement, useCallback, useId, useRef, useState, type ReactElement } from 'react';
import { useDismiss } from './use-dismiss.ts';
import { useFloating } from './use-floating.ts';

type Described = { 'aria-describedby'?: string };

export type TooltipProps = {
  /** Null: no tooltip now. The element stays the same one, so that the focus is not lost when that changes. */
  text: string | null;
  /** One element that can take the focus. */
  children: ReactElement<Described>;
  /** The text repeats the element's name: it is not read twice. */
  silent?: boolean;
};

/** A short text on hover and focus. It can be pointed at, and Escape closes it (WCAG 1.4.13). */
export function Tooltip({ text, children, silent = false }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  useFloating(open && text !== null, anchor, box, 'top');
  useDismiss(
    open && text !== null,
    [anchor, box],
    useCallback(() => setOpen(false), []),
  );
  return (
    <span
      ref={anchor}
      className="p-tooltip-anchor"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      {silent || text === null ? children : cloneElement(children, { 'aria-describedby': id })}
      {!silent && text !== null && (
        <span id={id} hidden>
          {text}
        </span>
      )}
      {open && text !== null && (
        <span ref={box} className="p-tooltip" role="tooltip" popover="manual">
          {text}
        </span>
      )}
    </span>
  );
}
