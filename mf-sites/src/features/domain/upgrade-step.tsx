import type { ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from '@panel/core/router';
import { domainUpgradePath } from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { prefetchOf } from '../site/site-component.tsx';

/** What each step of an upgrade reads first; licences come by a POST, which no route can name. */
export const prefetchUpgrade = prefetchOf((id) => [siteOverviewQuery(id)]);

type Chosen = { id: string; domain: string; license: string | null };

/** A step after that of the domain. Without a site, or without a domain, it leads to where that is chosen. */
export function UpgradeStep({ children }: { children: (chosen: Chosen) => ReactNode }) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const domain = search.get('domain');
  if (!id) return <Navigate to="/sites" replace />;
  if (!domain) return <Navigate to={domainUpgradePath('bring-your-own-domain', id)} replace />;
  return children({ id, domain, license: search.get('license') });
}
