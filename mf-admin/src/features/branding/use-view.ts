import { t } from '@panel/core';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Without room for form and preview side by side, one of them is shown. */
export const VIEWS = [
  { value: 'edit', label: t('Edit') },
  { value: 'preview', label: t('Preview') },
] as const;
export type View = (typeof VIEWS)[number]['value'];

/** Which of the two is shown. The preview starts at its top; the form keeps its scroll position. */
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
