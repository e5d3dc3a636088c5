import { useLayoutEffect } from 'react';

/** Style sheets of releases by remote, and how many of its pages and parts are shown. */
const sheets = new Map<string, Set<HTMLLinkElement>>();
const shown = new Map<string, number>();

const REMOTE = /^\/remotes\/([^/]+)\//;
/** A sheet with this medium has no effect. Unlike `disabled`, changing it back loads nothing again. */
const NOWHERE = 'not all';

function apply(link: HTMLLinkElement, isShown: boolean): void {
  if (isShown && link.media === NOWHERE) link.media = link.dataset['media'] ?? '';
  if (!isShown && link.media !== NOWHERE) {
    link.dataset['media'] = link.media;
    link.media = NOWHERE;
  }
}

const isShown = (id: string): boolean => (shown.get(id) ?? 0) > 0;

/**
 * Lets a style sheet of a remote have an effect only while a page or part of that remote is shown. Call it before the
 * element is attached; elements of the shell and of other origins are left alone.
 */
export function keepToRemote(link: HTMLLinkElement): void {
  const { origin, pathname } = new URL(link.href, window.location.href);
  const id = origin === window.location.origin ? REMOTE.exec(pathname)?.[1] : undefined;
  if (id === undefined || link.rel !== 'stylesheet') return;
  const own = sheets.get(id) ?? new Set();
  sheets.set(id, own.add(link));
  // A sheet that is turned off before it has arrived would load with a lower priority.
  link.addEventListener('load', () => apply(link, isShown(id)), { once: true });
}

function count(id: string, by: 1 | -1): void {
  shown.set(id, (shown.get(id) ?? 0) + by);
  for (const link of sheets.get(id) ?? []) {
    if (link.isConnected) apply(link, isShown(id));
    else sheets.get(id)?.delete(link);
  }
}

/** The remote's style sheets have an effect as long as the component that calls this is shown. */
export function useRemoteStyles(id: string): void {
  useLayoutEffect(() => {
    count(id, 1);
    return () => count(id, -1);
  }, [id]);
}
