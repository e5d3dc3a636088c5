import { cloneElement, useCallback, useId, useRef, useState, type ReactElement } from 'react';
import { useDismiss } from './use-dismiss.ts';
import { useFloating } from './use-floating.ts';

type Described = { 'aria-describedby'?: string };

export type TooltipProps = {
  /** Null: no tooltip now. The element stays mounted, so that a change does not lose the focus. */
  text: string | null;
  /** A single focusable element. */
  children: ReactElement<Described>;
  /** The text repeats the element's name, so it is not read twice. */
  silent?: boolean;
};

/** A short text on hover and focus. The pointer can move onto it, and Escape closes it (WCAG 1.4.13). */
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
