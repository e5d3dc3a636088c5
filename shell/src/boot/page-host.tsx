import { Suspense, use, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import { panelStore, useAnyDirty, useRegistry, type PageModule, type RouteDeclaration } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { PageSkeleton } from './page-skeleton.tsx';
import { preloadRoute } from './preload-route.ts';
import { choose, markShown, swapsAtom, type Chosen } from './active-releases.ts';
import { loadPage } from './load-page.ts';
import { remoteOf, SHELL_ID } from './remote.ts';
import { PageError } from './page-error.tsx';
import { RetryBoundary } from './retry-boundary.tsx';
import { useRecovery } from './use-recovery.ts';
import { useRemoteStyles } from './remote-styles.ts';

type Props = { remoteId: string; route: RouteDeclaration };

/** The first page was requested when the page view began; later ones pass their own time. */
let isFirst = true;
function now(): number {
  const at = isFirst ? 0 : performance.now();
  isFirst = false;
  return at;
}

function Loaded({ remoteId, chosen: { remote, route } }: { remoteId: string; chosen: Chosen }) {
  const { Component } = use<PageModule>(loadPage(remoteId, route.page, remote));
  useRemoteStyles(remoteId);
  return <Component />;
}

/** Reports the time until the page was displayed. */
function Shown({ remoteId, chosen, asked }: { remoteId: string; chosen: Chosen; asked: number }) {
  useEffect(() => markShown(remoteId, chosen.remote, performance.now() - asked), [remoteId, chosen, asked]);
  return null;
}

/** One page of the shell or of a remote: its skeleton while it loads, the page itself, or an error with Retry. */
export function PageHost({ remoteId, route: declared }: Props) {
  const registry = useRegistry();
  const { pathname, search } = useLocation();
  const dirty = useAnyDirty();
  const swaps = useAtomValue(swapsAtom, { store: panelStore });
  const current = remoteOf(remoteId, registry);
  // Switched off while the page is open: the page closes with P302, and opens again with the section.
  const isOff = remoteId !== SHELL_ID && !current;
  // A page keeps the release it was opened with, even if the registry changes.
  const pick = () => ({ swaps, isOff, chosen: choose(remoteId, declared, dirty), asked: now() });
  const [held, hold] = useState(pick);
  if (held.swaps !== swaps || held.isOff !== isOff) hold(pick);
  const { chosen, asked } = held;
  const name = current?.manifest.name ?? declared.title;

  // Starts the page's queries in parallel, before it runs them one after the other. Not while rendering: a page that
  // waits for its data renders repeatedly.
  useEffect(() => void preloadRoute(pathname + search), [pathname, search]);

  const recovery = useRecovery({ remoteId, page: chosen.route.page, remote: chosen.remote }, () => hold(pick));
  return (
    <RetryBoundary
      key={isOff ? 'off' : 'on'}
      fallback={(failure) => <PageError name={name} title={declared.title} {...failure} />}
      shellBuildId={remoteId === SHELL_ID ? (registry.shell ?? registry.buildId) : null}
      {...recovery}
    >
      <Suspense key={asked} fallback={<PageSkeleton {...declared} />}>
        <Loaded remoteId={remoteId} chosen={chosen} />
        <Shown remoteId={remoteId} chosen={chosen} asked={asked} />
      </Suspense>
    </RetryBoundary>
  );
}
