import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigationType } from '@panel/core/router';

const headingOf = (main: HTMLElement): HTMLElement | null => main.querySelector('h1');

/** Moves the focus to the page's h1 once, and again when the page's own h1 replaces the skeleton's. */
function followHeading(main: HTMLElement): () => void {
  let focused: HTMLElement | null = null;
  const take = () => {
    const lost = focused === null || (!focused.isConnected && document.activeElement === document.body);
    const heading = lost ? headingOf(main) : null;
    if (!heading || heading === focused) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
  };
  const observer = new MutationObserver(take);
  observer.observe(main, { childList: true, subtree: true });
  take();
  return () => observer.disconnect();
}

/**
 * What a full page view would do: the tab's title, the top of the page, and the focus where reading starts. The first
 * page keeps the browser's own focus; a change of the query (filters, pages) is not a new page.
 */
export function usePageChange(documentTitle: string, main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);

  useEffect(() => {
    if (shown.current === pathname || !main.current) return;
    shown.current = pathname;
    if (kind !== 'POP') window.scrollTo(0, 0);
    return followHeading(main.current);
  }, [pathname, kind, main]);
}
