import { Suspense, use, useEffect, useMemo, useState } from 'react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { documentTitle } from '@panel/contract/frame';
import { usePartner, useRegistry, type PageModule, type RouteDeclaration } from '@panel/core';
import { useLocation, useParams } from '@panel/core/router';
import { PageSkeleton } from './page-skeleton.tsx';
import { PageLoadError } from './load-errors.ts';
import { loadPage, refreshRemotes, SHELL_ID } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';

type Props = { remoteId: string; route: RouteDeclaration };

function Loaded({ remoteId, route }: Props) {
  const { Component, prefetch } = use<PageModule>(loadPage(remoteId, route.page));
  const params = useParams();
  const { search } = useLocation();
  // Starts the page's queries side by side before it asks for them one after the other; what is fresh is not asked again.
  useMemo(() => prefetch?.({ params, search: new URLSearchParams(search) }), [prefetch, params, search]);
  return <Component />;
}

/** One page of the shell or of a remote: its skeleton while it loads, itself, or what went wrong with Retry. */
export function PageHost({ remoteId, route }: Props) {
  const registry = useRegistry();
  const { reset } = useQueryErrorResetBoundary();
  const [attempt, setAttempt] = useState(0);
  const partner = usePartner();
  const name = registry.remotes.find((remote) => remote.manifest.id === remoteId)?.manifest.name ?? route.title;

  useEffect(() => {
    document.title = documentTitle(route.title, partner);
  }, [route.title, partner]);

  const prepareRetry = async (error: unknown) => {
    if (error instanceof PageLoadError) await refreshRemotes(remoteId);
    else reset();
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
