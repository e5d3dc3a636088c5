import { Suspense, use, useEffect, useState } from 'react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { ApiError, useRegistry, type PageModule, type RouteDeclaration } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { PageSkeleton } from './page-skeleton.tsx';
import { loadAhead } from './ahead.ts';
import { PageLoadError } from './load-errors.ts';
import { loadPage, refreshRemotes, SHELL_ID } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';

type Props = { remoteId: string; route: RouteDeclaration };

function Loaded({ remoteId, route }: Props) {
  const { Component } = use<PageModule>(loadPage(remoteId, route.page));
  return <Component />;
}

/** One page of the shell or of a remote: its skeleton while it loads, itself, or what went wrong with Retry. */
export function PageHost({ remoteId, route }: Props) {
  const registry = useRegistry();
  const { reset } = useQueryErrorResetBoundary();
  const [attempt, setAttempt] = useState(0);
  const { pathname, search } = useLocation();
  const name = registry.remotes.find((remote) => remote.manifest.id === remoteId)?.manifest.name ?? route.title;

  // Starts the page's queries side by side, before it asks for them one after the other. Not while rendering: a page
  // that waits for its data renders again and again.
  useEffect(() => loadAhead(pathname + search), [pathname, search]);

  const prepareRetry = async (error: unknown) => {
    if (error instanceof ApiError) reset();
    else await refreshRemotes(remoteId, !(error instanceof PageLoadError));
    setAttempt((before) => before + 1);
  };
  return (
    <PageBoundary name={name} title={route.title} shellBuildId={remoteId === SHELL_ID ? registry.buildId : null} prepareRetry={prepareRetry}>
      <Suspense key={attempt} fallback={<PageSkeleton kind={route.skeleton} title={route.title} />}>
        <Loaded remoteId={remoteId} route={route} />
      </Suspense>
    </PageBoundary>
  );
}
