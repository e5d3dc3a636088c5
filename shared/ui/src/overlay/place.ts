export type Placement = 'bottom-start' | 'bottom-end' | 'top';

const MARGIN = 8;

/** Places a fixed box next to its anchor, on the other side if there is no room, and always inside the window. */
export function place(box: HTMLElement, anchor: Element, placement: Placement, gap = 4): void {
  // A wrapper with `display: contents` has no position of its own.
  const target = getComputedStyle(anchor).display === 'contents' ? (anchor.firstElementChild ?? anchor) : anchor;
  const at = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + gap;
  const above = at.top - gap - height;
  const wantsTop = placement === 'top';
  const top = wantsTop
    ? above >= MARGIN
      ? above
      : below
    : below + height <= innerHeight - MARGIN || above < MARGIN
      ? below
      : above;
  const left =
    placement === 'bottom-start'
      ? at.left
      : placement === 'bottom-end'
        ? at.right - width
        : at.left + at.width / 2 - width / 2;
  box.style.top = `${Math.max(MARGIN, top)}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
}
