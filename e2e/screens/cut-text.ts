import type { Page } from '@playwright/test';

/* Text that a reader cannot read: cut off by its box, or with another text above it. */

/** Runs in the page. */
function findings(): string[] {
  const SLACK = 2;
  const shortOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);

  function selectorOf(element: Element): string {
    const parts: string[] = [];
    for (let one: Element | null = element; one && one !== document.body && parts.length < 4; one = one.parentElement)
      parts.unshift(
        one.tagName.toLowerCase() +
          [...one.classList]
            .slice(0, 2)
            .map((name) => `.${name}`)
            .join(''),
      );
    return parts.join(' > ');
  }

  const box = (element: Element): DOMRect => element.getBoundingClientRect();

  /** For screen readers only, e.g. `.p-visually-hidden`. */
  const isForEars = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { clipPath, clip, opacity } = getComputedStyle(one);
      const { width, height } = box(one);
      if ((width <= 1 && height <= 1) || opacity === '0' || clip === 'rect(0px, 0px, 0px, 0px)') return true;
      if (clipPath.startsWith('inset(50%')) return true;
    }
    return false;
  };

  /** Layers that pass above a page while it scrolls. */
  const isAbove = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position) || one.matches('dialog, [popover]')) return true;
    return false;
  };

  type Piece = { element: Element; text: string; rects: DOMRect[] };
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element || text.trim() === '' || element.closest('script, style, svg, textarea, option, noscript')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isForEars(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length > 0) pieces.push({ element, text, rects });
  }

  const found = new Set<string>();
  const cut = new Set<Element>();
  for (const { element, text, rects } of pieces) {
    // A tooltip, or a name that is read in full elsewhere, says the rest.
    if (element.closest('[title]')) continue;
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one);
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break;
      const cutsX = overflowX === 'hidden' || overflowX === 'clip';
      const cutsY = overflowY === 'hidden' || overflowY === 'clip';
      if (cutsX || cutsY) {
        const edge = box(one);
        const beyondX = Math.max(...rects.map((rect) => Math.max(rect.right - edge.right, edge.left - rect.left)));
        const beyondY = Math.max(...rects.map((rect) => Math.max(rect.bottom - edge.bottom, edge.top - rect.top)));
        const beyond = Math.max(cutsX ? beyondX : 0, cutsY ? beyondY - 2 : 0);
        if (beyond > SLACK) {
          cut.add(element);
          found.add(`cut by ${Math.round(beyond)} px: "${shortOf(text)}" — ${selectorOf(element)}`);
          break;
        }
      }
      if (position === 'fixed') break;
    }
  }

  // What is cut does not reach what is beside it.
  const inPage = pieces.filter(({ element }) => !cut.has(element) && !isAbove(element) && element.closest('main'));
  const flat = inPage.flatMap((piece) => piece.rects.map((rect) => ({ ...piece, rect })));
  flat.sort((a, b) => a.rect.top - b.rect.top);
  for (const [index, one] of flat.entries())
    for (let next = index + 1; next < flat.length; next += 1) {
      const other = flat[next];
      if (!other || other.rect.top > one.rect.bottom) break;
      if (other.element === one.element || one.element.contains(other.element) || other.element.contains(one.element))
        continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Line boxes are higher than their letters.
      if (wide > 3 && high > 0.4 * Math.min(one.rect.height, other.rect.height))
        found.add(`overlap: "${shortOf(one.text)}" and "${shortOf(other.text)}" — ${selectorOf(one.element)}`);
    }
  return [...found];
}

/** Text that is cut or lies over another text at the window's width, one line each. */
export const cutText = (page: Page): Promise<string[]> => page.evaluate(findings);
