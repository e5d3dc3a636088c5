import type { ReactNode } from 'react';
import { NO_PROBLEM, UNWELL, type HealthCode } from '@panel/contract/status';
import { useSuspenseQueries } from '@tanstack/react-query';
import { t, type Site, type SiteSummary } from '@panel/core';
import {
  ButtonLink,
  Card,
  EmptyState,
  formatBytes,
  formatOrDash,
  formatUsage,
  Grid,
  Inline,
  Link,
  Stack,
  Stat,
  Stats,
  Text,
} from '@panel/ui';
import { extensionPaths } from '@panel/resources/extension';
import {
  attentionSitesQuery,
  countOf,
  liveSitesPath,
  overviewPath,
  siteSummaryQuery,
  wellSitesQuery,
  workSitesQuery,
} from '@panel/resources/site';
import { SiteRows } from './site-rows.tsx';

/** What the dashboard shows of sites; `none` for an account without any. */
export function useDashboardSites() {
  const [well, work, unwell, totals] = useSuspenseQueries({
    queries: [wellSitesQuery, workSitesQuery, attentionSitesQuery, siteSummaryQuery],
  });
  // The lists are read one by one: a site that becomes busy in between is in none of them, but it is counted.
  const listed = well.data.totalCount + work.data.totalCount + unwell.data.totalCount;
  const none = listed === 0 && totals.data.siteCount === 0;
  return { well: well.data, work: work.data, unwell: unwell.data, totals: totals.data, none };
}

type Props = { sites: ReturnType<typeof useDashboardSites>; create: ReactNode; children: ReactNode };

/** What is worst first: visitors get no page, then what will soon keep them away, then what may be lost or slow. */
const WORST: readonly HealthCode[] = ['TASK_FAILED', 'HTTP', 'WordPress', 'Runtime', 'HELD', 'DNS', 'Certificate'];

function rankOf({ health: { level, reasons } }: Site): number {
  const place = WORST.findIndex((code) => code === reasons[0]?.code);
  return (level === 'down' ? 0 : WORST.length) + (place < 0 ? WORST.length : place);
}

type AttentionProps = Pick<ReturnType<typeof useDashboardSites>, 'unwell'> & Pick<SiteSummary, 'vulnerable'>;

/** Sites that are down or need attention, and what should be updated; nothing while all is well. */
function Attention({ unwell: { totalCount, pageElements }, vulnerable }: AttentionProps) {
  const updates = vulnerable && vulnerable.plugin + vulnerable.theme > 0 ? vulnerable : null;
  if (totalCount === 0 && !updates) return null;
  return (
    <Card
      title={t('Needs your attention')}
      flush={totalCount > 0}
      actions={
        totalCount > pageElements.length && (
          <Link to={liveSitesPath(UNWELL)} small>
            {t('All that need attention')}
          </Link>
        )
      }
    >
      {totalCount > 0 && <SiteRows sites={pageElements.toSorted((a, b) => rankOf(a) - rankOf(b))} />}
      {updates && (
        <Inline gap={3} className="d-updates">
          <Text weight="medium">{t('Known vulnerabilities')}</Text>
          <Link to={extensionPaths('plugin').installed}>
            {t('{count, plural, one {# plugin} other {# plugins}}', { count: updates.plugin })}
          </Link>
          <Link to={extensionPaths('theme').installed}>
            {t('{count, plural, one {# theme} other {# themes}}', { count: updates.theme })}
          </Link>
        </Inline>
      )}
    </Card>
  );
}

/**
 * What needs attention, then sites by health, running tasks, and the totals of the last 30 days. `children` are beside
 * the newest sites, `create` replaces them while there are none.
 */
export function SitesOverview({ sites: { well, work, unwell, totals, none }, create, children }: Props) {
  const { siteCount, totalPageViews, totalDiskUsage, totalCDNUsage, top, days, vulnerable } = totals;
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
      <Attention unwell={unwell} vulnerable={vulnerable} />
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
              label={t('No known problems')}
              value={countOf(well.totalCount)}
              to={liveSitesPath(NO_PROBLEM)}
              icon="check-circle"
              tone="success"
            />
            <Stat
              label={t('In progress')}
              value={countOf(work.totalCount)}
              to={liveSitesPath(['working'])}
              icon="clock"
              tone={work.totalCount > 0 ? 'info' : undefined}
            />
            <Stat
              label={t('Need attention')}
              value={countOf(unwell.totalCount)}
              to={liveSitesPath(UNWELL)}
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
          {well.totalCount > 0 && (
            <Card title={t('Newest sites')} flush>
              <SiteRows sites={well.pageElements} />
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
