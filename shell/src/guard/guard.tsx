import type { ReactNode } from 'react';
import { decideAccess, usePartner, useViewer, type Audience, type RouteDeclaration } from '@panel/core';
import { Navigate, useLocation } from '@panel/core/router';
import { ServerError } from '../pages/errors/server-error.tsx';
import { NotFound } from '../pages/not-found.tsx';

type Props = { rule: Pick<RouteDeclaration, 'audience' | 'section'>; children: ReactNode };

/** A newer remote may name an audience that this shell does not know; letting it pass would be a guess. */
const KNOWN: Readonly<Record<Audience, true>> = {
  public: true,
  'signed-in': true,
  customer: true,
  staff: true,
  superadmin: true,
};

/**
 * Runs on every navigation: anonymous visitors sign in and come back, others' pages answer /forbidden, a section that
 * is off does not exist. A convenience for the user: the server decides for itself.
 */
export function Guard({ rule, children }: Props) {
  const partner = usePartner();
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (!Object.hasOwn(KNOWN, rule.audience)) return <ServerError message="Unknown middleware" />;
  const access = decideAccess(rule, partner, viewer);
  if (access === 'ok') return children;
  if (access === 'off') return <NotFound />;
  if (access === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
}
