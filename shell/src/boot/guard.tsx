import type { ReactNode } from 'react';
import { decideAccess, usePartner, useViewer, type RouteDeclaration } from '@panel/core';
import { Navigate, useLocation } from '@panel/core/router';
import { NotFound } from '../pages/not-found.tsx';

type Props = { rule: Pick<RouteDeclaration, 'audience' | 'section'>; children: ReactNode };

/**
 * Runs on every navigation: anonymous visitors sign in and come back, others' pages answer /forbidden, a section that
 * is off does not exist. A convenience for the user: the server decides for itself.
 */
export function Guard({ rule, children }: Props) {
  const partner = usePartner();
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const access = decideAccess(rule, partner, viewer);
  if (access === 'ok') return children;
  if (access === 'off') return <NotFound />;
  if (access === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
}
