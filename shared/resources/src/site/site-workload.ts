import { t, type Site } from '@panel/core';
import { cannotVisit } from './site.can.ts';
import { overviewPath } from './site-address.ts';
import { siteName } from './site.labels.ts';

/** Pages that a staging site shares with its live site, or has not. */
const LIVE_PAGES = /^\/manage-site\/(?:dns|domain-transfer|upgrade|staging-environment)\//;
/** Steps on the way to something for one site only. */
const OWN_PAGES = /^\/manage-site\/upgrade\//;

type Target = Pick<Site, 'isStage'> & { site_id: string };

/** The same page of another site, as far as it has that page; otherwise its overview. */
export function sameSitePage(pathname: string, from: string, to: Target): string {
  const missing = OWN_PAGES.test(pathname) || (to.isStage && LIVE_PAGES.test(pathname));
  const own = encodeURIComponent(from);
  return missing || !pathname.endsWith(`/${own}`)
    ? overviewPath(to.site_id)
    : pathname.slice(0, -own.length) + encodeURIComponent(to.site_id);
}

/** The live and the staging site of a pair, with the same page of each. */
function environmentsOf({ site_id, staging, parent_id, isStage }: Site, pathname: string) {
  const live = isStage ? parent_id : site_id;
  const stage = isStage ? site_id : (staging?.site_id ?? null);
  return [
    { id: live, label: t('Live'), isStage: false },
    { id: stage, label: t('Staging'), isStage: true },
  ].flatMap((one) =>
    one.id === null
      ? []
      : {
          key: one.label,
          label: one.label,
          to: sameSitePage(pathname, site_id ?? '', { site_id: one.id, isStage: one.isStage }),
          current: one.isStage === isStage,
        },
  );
}

/** What a `WorkloadHeader` shows of a site. */
export function siteWorkload(site: Site, pathname: string) {
  const { icon, title } = siteName(site);
  return {
    icon,
    title,
    fqdn: site.fqdn,
    url: cannotVisit(site) ? null : site.url,
    picture: site.picture_url,
    isProtected: site.is_password_protected,
    status: site.status,
    health: site.health,
    environments: environmentsOf(site, pathname),
  };
}
