import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Where there is no room for form and preview side by side, one of them is shown. */
export const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;
export type View = (typeof VIEWS)[number]['value'];

/** The one of both that is shown. The preview is seen from its top; the form comes back where it was left. */
export function useView(page: RefObject<HTMLElement | null>): readonly [View, (next: View) => void] {
  const [view, setView] = useState<View>('edit');
  const left = useRef(0);
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    if (view === 'preview') page.current?.scrollIntoView();
    else window.scrollTo(0, left.current);
  }, [page, view]);
  const show = (next: View) => {
    if (next === 'preview') left.current = window.scrollY;
    setView(next);
  };
  return [view, show];
}
