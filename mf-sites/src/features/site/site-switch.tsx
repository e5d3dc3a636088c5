import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type Site } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { cannotOpen, foundSitesQuery, sameSitePage, siteName } from '@panel/resources/site';
import { FoundSwitch } from '@panel/workload/page';

const SHOWN = 8;

/** Opens the same page of another site. */
export function SiteSwitch({ site }: { site: Site }) {
  const { pathname } = useLocation();
  const useFound = (keyword: string, enabled: boolean) =>
    useQuery({
      ...foundSitesQuery(keyword, SHOWN),
      ...{ enabled, placeholderData: keepPreviousData },
    }).data?.pageElements.flatMap((one) => {
      const { site_id, isStage } = one;
      if (site_id === null || cannotOpen(one)) return [];
      const to = sameSitePage(pathname, site.site_id ?? '', { site_id, isStage });
      const { title, detail } = siteName(one);
      return { key: site_id, title, detail, to, current: site_id === site.site_id };
    });
  return <FoundSwitch label={t('Switch site')} useFound={useFound} />;
}
