import type { ReactNode } from 'react';
import { UNWELL } from '@panel/contract/status';
import { useSuspenseQueries } from '@tanstack/react-query';
import { t } from '@panel/core';
import {
  ButtonLink,
  Card,
  EmptyState,
  formatBytes,
  formatOrDash,
  formatUsage,
  Grid,
  Link,
  Stack,
  Stat,
  Stats,
  Text,
} from '@panel/ui';
import {
  AT_WORK,
  countOf,
  attentionSitesQuery,
  overviewPath,
  readySitesQuery,
  siteSummaryQuery,
  workSitesQuery,
} from '@panel/resources/site';
import { SiteRows } from './site-rows.tsx';

const filterOf = (statuses: readonly string[]): string =>
  `/sites?${statuses.map((status) => `status=${status}`).join('&')}`;

const healthLink = (levels: readonly string[]): string =>
  `/sites?${levels.map((level) => `health=${level}`).join('&')}`;

/** What the dashboard shows of sites; `none` for an account without any. */
export function useDashboardSites() {
  const [ready, work, unwell, totals] = useSuspenseQueries({
    queries: [readySitesQuery, workSitesQuery, attentionSitesQuery, siteSummaryQuery],
  });
  // The lists are read one by one: a site that becomes busy in between is in none of them, but it is counted.
  const listed = ready.data.totalCount + work.data.totalCount + unwell.data.totalCount;
  const none = listed === 0 && totals.data.siteCount === 0;
  return { ready: ready.data, work: work.data, unwell: unwell.data, totals: totals.data, none };
}

type Props = { sites: ReturnType<typeof useDashboardSites>; create: ReactNode; children: ReactNode };

/**
 * Sites by status, running tasks, sites that need attention, and the totals of the last 30 days. `children` are beside
 * the newest sites, `create` replaces them while there are none.
 */
export function SitesOverview({ sites: { ready, work, unwell, totals, none }, create, children }: Props) {
  const { siteCount, totalPageViews, totalDiskUsage, totalCDNUsage, top, days } = totals;
  const points = (of: 'pageViews' | 'bytes') => days.map((one) => ({ at: Date.parse(one.day), value: one[of] }));

  if (none) {
    return (
      <>
        <EmptyState
          icon="sites"
          preview
          title={t('No sites yet')}
          text={t('Create a site at an address you choose. Its usage and activity will appear here.')}
          action={
            <>
              {create}
              <ButtonLink to="/get-started">{t('First steps')}</ButtonLink>
            </>
          }
        />
        {children}
      </>
    );
  }
  return (
    <>
      <Grid min="l" gap={5} className="d-cards">
        <Card
          title={t('You have {siteCount, plural, one {# site} other {# sites}}', { siteCount })}
          actions={
            <Link to="/sites" small>
              {t('All sites')}
            </Link>
          }
        >
          <Stats>
            <Stat
              label={t('Ready')}
              value={countOf(ready.totalCount)}
              to={healthLink(['healthy'])}
              icon="check-circle"
              tone="success"
            />
            <Stat
              label={t('In progress')}
              value={countOf(work.totalCount)}
              to={filterOf(AT_WORK)}
              icon="clock"
              tone={work.totalCount > 0 ? 'info' : undefined}
            />
            <Stat
              label={t('Need attention')}
              value={countOf(unwell.totalCount)}
              to={healthLink(UNWELL)}
              icon="error"
              tone={unwell.totalCount > 0 ? 'danger' : undefined}
            />
          </Stats>
        </Card>
        <Card title={t('Last 30 days')}>
          <Stats>
            <Stat
              label={t('Total Page Views')}
              value={formatOrDash(totalPageViews, countOf)}
              points={points('pageViews')}
            />
            <Stat label={t('Total Disk Usage')} value={formatOrDash(totalDiskUsage, formatBytes)} />
            <Stat
              label={t('Total CDN Usage')}
              value={formatOrDash(totalCDNUsage, formatUsage)}
              points={points('bytes')}
            />
          </Stats>
        </Card>
      </Grid>
      <Grid min="l" gap={5}>
        <Stack gap={5}>
          {work.totalCount > 0 && (
            <Card title={t('In progress')} flush>
              <SiteRows sites={work.pageElements} />
            </Card>
          )}
          {unwell.totalCount > 0 && (
            <Card title={t('Needs your attention')} flush>
              <SiteRows sites={unwell.pageElements} />
            </Card>
          )}
          {ready.totalCount > 0 && (
            <Card title={t('Newest sites')} flush>
              <SiteRows sites={ready.pageElements} />
            </Card>
          )}
        </Stack>
        <Stack gap={5}>
          {children}
          {top.length > 0 && (
            <Card title={t('Top sites by CDN usage')} flush>
              <ol className="d-rows">
                {top.map((site) => (
                  <li key={site.site_id} className="d-row">
                    <Link to={overviewPath(site.site_id)} quiet className="d-name">
                      {site.fqdn}
                    </Link>
                    <Text className="d-side">{formatUsage(site.totalCDNUsage)}</Text>
                  </li>
                ))}
              </ol>
            </Card>
          )}
        </Stack>
      </Grid>
    </>
  );
}
