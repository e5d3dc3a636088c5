import { useQuery } from '@tanstack/react-query';
import { Banner, ButtonLink } from '@panel/ui';
import { siteSummaryQuery } from '@panel/resources/site';

/** Warns before the first step that the plan has no room for another site. */
export function QuotaBanner() {
  const { data } = useQuery(siteSummaryQuery);
  if (!data || data.siteLimit === null || data.siteCount < data.siteLimit) return null;
  return (
    <Banner
      kind="warning"
      title="There is not enough licences to create the website."
      action={<ButtonLink to="/sites">Manage sites</ButtonLink>}
    >
      Your plan includes {data.siteLimit === 1 ? '1 site' : `${data.siteLimit} sites`}, and you have{' '}
      {data.siteLimit === 1 ? 'it' : 'them all'}. Delete a site that you no longer need, or upgrade your plan.
    </Banner>
  );
}
