import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type Site } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { WorkloadSwitch } from '@panel/ui/data';
import { cannotOpen, foundSitesQuery, sameSitePage, siteName } from '@panel/resources/site';

const SHOWN = 8;

/** Opens the same page of another site. Sites are read once it opens. */
export function SiteSwitch({ site }: { site: Site }) {
  const { pathname } = useLocation();
  const [isOpened, setOpened] = useState(false);
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({
    ...foundSitesQuery(keyword, SHOWN),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  const choices = data?.pageElements.flatMap((one) => {
    const { site_id, isStage } = one;
    if (site_id === null || cannotOpen(one)) return [];
    const to = sameSitePage(pathname, site.site_id ?? '', { site_id, isStage });
    const { title, detail } = siteName(one);
    return { key: site_id, title, detail, to, current: site_id === site.site_id };
  });
  return (
    <WorkloadSwitch
      label={t('Switch site')}
      keyword={keyword}
      onKeyword={setKeyword}
      choices={choices}
      onOpen={() => setOpened(true)}
    />
  );
}
