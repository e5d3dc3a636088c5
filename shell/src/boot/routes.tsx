import type { ComponentType } from 'react';
import type { Declared, RouteDeclaration } from '@panel/core';
import { useRouteError, type RouteObject } from '@panel/core/router';
import { NotFound } from '../pages/not-found.tsx';
import { Guard } from '../guard/guard.tsx';
import { PageHost } from './page-host.tsx';

/** A route's data for `useMatches`. */
export type RouteHandle = { remoteId: string; route: RouteDeclaration };

/** Id of the route of the frame, for what is added below it later. */
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

/** A frame that breaks is the end of this shell: the router would show its stack, the initial HTML's own script helps. */
function Broken(): never {
  throw useRouteError();
}

/**
 * The router's table, made of the declarations alone: no code of a remote is needed for it. The frame is one element
 * above all pages, so it stays mounted while the section below it changes.
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
