import type { ComponentType } from 'react';
import type { Declared, RouteDeclaration } from '@panel/core';
import { useRouteError, type RouteObject } from '@panel/core/router';
import { NotFound } from '../pages/not-found.tsx';
import { Guard } from '../guard/guard.tsx';
import { PageHost } from './page-host.tsx';

/** A route's data for `useMatches`. */
export type RouteHandle = { remoteId: string; route: RouteDeclaration };

/** Id of the frame's route, below which routes are added later. */
export const FRAME_ROUTE = 'frame';

export function pageRoute(remoteId: string, route: RouteDeclaration): RouteObject {
  const handle: RouteHandle = { remoteId, route };
  return {
    path: route.path,
    handle,
    element: (
      <Guard rule={route}>
        <PageHost key={`${remoteId} ${route.page}`} remoteId={remoteId} route={route} />
      </Guard>
    ),
  };
}

/**
 * A broken frame cannot be recovered here: the router would show its stack, so the initial HTML's own script handles
 * it.
 */
function Broken(): never {
  throw useRouteError();
}

/**
 * The router's table, built from the declarations without any code of a remote. The frame is one element above all
 * pages, so it stays mounted while the section below it changes.
 */
export function createRoutes(declared: readonly Declared[], Frame: ComponentType): RouteObject[] {
  const pages = declared.flatMap(({ id, routes }) => routes.map((route) => pageRoute(id, route)));
  return [
    {
      id: FRAME_ROUTE,
      element: <Frame />,
      errorElement: <Broken />,
      children: [...pages, { path: '*', element: <NotFound /> }],
    },
  ];
}
