import { useState, type ReactNode } from 'react';
import { decideAccess, usePartner, useViewer, type Audience, type RouteDeclaration, t } from '@panel/core';
import { Navigate, useLocation } from '@panel/core/router';
import { ServerError } from '../pages/errors/server-error.tsx';
import { NotFound } from '../pages/not-found.tsx';

type Rule = Pick<RouteDeclaration, 'audience' | 'section' | 'staff'>;
type Props = { rule: Rule; children: ReactNode };

/** A newer remote may name an audience that this shell does not know; do not guess. */
const KNOWN: Readonly<Record<Audience, true>> = {
  public: true,
  'signed-in': true,
  customer: true,
  staff: true,
  superadmin: true,
};

/**
 * Runs on every navigation: anonymous visitors sign in and return, pages for others show /forbidden, a disabled
 * section does not exist. A page that is open stays open when only the role of its staff is lowered: what they have typed
 * is still there to be copied. This is a convenience: the server decides independently.
 */
export function Guard({ rule, children }: Props) {
  const partner = usePartner();
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState<Rule | null>(null);
  if (!Object.hasOwn(KNOWN, rule.audience)) return <ServerError message={t('Unknown middleware')} />;
  const access = decideAccess(rule, partner, viewer);
  if (access === 'ok' && shown !== rule) setShown(rule);
  const { audience, section } = rule;
  const lacksRole =
    access === 'forbidden' && decideAccess({ audience, ...(section && { section }) }, partner, viewer) === 'ok';
  if (access === 'ok' || (lacksRole && shown === rule)) return children;
  if (access === 'off') return <NotFound />;
  if (access === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
}
