export type Placement = 'bottom-start' | 'bottom-end' | 'top';

const MARGIN = 8;

/** Where boxes of the page begin: below the sticky header. Dialogs are above it. */
const ceilingOf = (anchor: Element): number =>
  anchor.closest('dialog') ? 0 : (document.querySelector('.f-head')?.getBoundingClientRect().bottom ?? 0);

/**
 * Places a fixed box next to its anchor, on the other side if there is no room, always inside the window, and never
 * over the header.
 */
export function place(box: HTMLElement, anchor: Element, placement: Placement, gap = 4): void {
  // A wrapper with `display: contents` has no position of its own.
  const target = getComputedStyle(anchor).display === 'contents' ? (anchor.firstElementChild ?? anchor) : anchor;
  const at = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const highest = Math.max(0, ceilingOf(anchor));
  const below = Math.max(at.bottom, highest) + gap;
  const above = at.top - gap - height;
  const wantsTop = placement === 'top';
  const top = wantsTop
    ? above >= highest + MARGIN
      ? above
      : below
    : below + height <= innerHeight - MARGIN || above < highest + MARGIN
      ? below
      : above;
  const left =
    placement === 'bottom-start'
      ? at.left
      : placement === 'bottom-end'
        ? at.right - width
        : at.left + at.width / 2 - width / 2;
  // A box that is higher than its place scrolls.
  const start = Math.max(highest > 0 ? highest + gap : MARGIN, top);
  box.style.top = `${start}px`;
  box.style.setProperty('--box-room', `${Math.max(0, innerHeight - MARGIN - start)}px`);
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
}
