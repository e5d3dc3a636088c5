import { useEffect, type RefObject } from 'react';

/** Closes on Escape and on a press outside of all `inside` elements. */
export function useDismiss(
  open: boolean,
  inside: readonly RefObject<Element | null>[],
  close: (by: 'escape' | 'outside') => void,
): void {
  useEffect(() => {
    if (!open) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog below must stay open: Escape closes one layer at a time.
      event.stopPropagation();
      event.preventDefault();
      close('escape');
    };
    const press = (event: PointerEvent) => {
      const target = event.target as Node | null;
      if (!inside.some((ref) => ref.current?.contains(target))) close('outside');
    };
    document.addEventListener('keydown', key, true);
    document.addEventListener('pointerdown', press, true);
    return () => {
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('pointerdown', press, true);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the refs are stable; the array that holds them is new in every render
  }, [open, close]);
}
