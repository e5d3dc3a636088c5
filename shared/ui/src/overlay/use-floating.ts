import { useLayoutEffect, type RefObject } from 'react';
import { place, type Placement } from './place.ts';

/**
 * Shows a box in the top layer next to its anchor while `open`, and keeps it there when the page scrolls or resizes.
 * The box has `popover="manual"`; without browser support it is shown in place.
 */
export function useFloating(
  open: boolean,
  anchor: RefObject<Element | null>,
  box: RefObject<HTMLElement | null>,
  placement: Placement,
): void {
  useLayoutEffect(() => {
    const [from, floating] = [anchor.current, box.current];
    if (!open || !from || !floating) return;
    floating.showPopover?.();
    const move = () => place(floating, from, placement);
    move();
    window.addEventListener('scroll', move, true);
    window.addEventListener('resize', move);
    return () => {
      window.removeEventListener('scroll', move, true);
      window.removeEventListener('resize', move);
    };
  }, [open, anchor, box, placement]);
}
