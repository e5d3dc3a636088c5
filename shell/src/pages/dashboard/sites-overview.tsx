import { useSuspenseQueries } from '@tanstack/react-query';
import { findRoute, useRegistry } from '@panel/core';
import { ButtonLink, Card, EmptyState, formatBytes, formatUsage, Grid, Link } from '@panel/ui';
import {
  AT_WORK,
  failedSitesQuery,
  overviewPath,
  readySitesQuery,
  siteSummaryQuery,
  workSitesQuery,
} from '@panel/resources/site';
import { manifestsOf } from '../../menus/manifests.ts';
import { SiteRows } from './site-rows.tsx';

const CREATE = '/create-site-with-wordpress';
const filterOf = (statuses: readonly string[]): string =>
  `/sites?${statuses.map((status) => `status=${status}`).join('&')}`;
const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '-' : format(value);

type FigureProps = { label: string; value: string; to?: string; tone?: 'danger' | 'info' | 'success' };

/** A number with its label; with `to` it links to what it counts. */
function Figure({ label, value, to, tone }: FigureProps) {
  const inside = (
    <>
      <span className="d-value" data-tone={tone}>
        {value}
      </span>
      <span className="d-label">{label}</span>
    </>
  );
  return to ? (
    <Link to={to} quiet className="d-figure">
      {inside}
    </Link>
  ) : (
    <div className="d-figure">{inside}</div>
  );
}

/** Sites by status, running tasks, sites that need attention, and the totals of the last 30 days. */
export function SitesOverview() {
  const canCreate = findRoute(manifestsOf(useRegistry()), CREATE) !== null;
  const [ready, work, failed, totals] = useSuspenseQueries({
    queries: [readySitesQuery, workSitesQuery, failedSitesQuery, siteSummaryQuery],
  });
  const { siteCount, totalPageViews, totalDiskUsage, totalCDNUsage, top } = totals.data;
  const create = canCreate ? (
    <ButtonLink kind="primary" icon="plus" to={CREATE}>
      Create site
    </ButtonLink>
  ) : undefined;

  if (ready.data.totalCount + work.data.totalCount + failed.data.totalCount === 0) {
    return (
      <Card>
        <EmptyState
          icon="sites"
          title="No sites yet"
          text="Create a WordPress site at an address you choose. Its usage and activity will appear here."
          action={create}
        />
      </Card>
    );
  }
  return (
    <>
      <Grid min="l" gap={5} className="d-cards">
        <Card
          title={`You have ${siteCount} ${siteCount === 1 ? 'site' : 'sites'}`}
          actions={
            <Link to="/sites" small>
              All sites
            </Link>
          }
        >
          <div className="d-figures">
            <Figure label="Ready" value={String(ready.data.totalCount)} to={filterOf(['ready'])} tone="success" />
            <Figure
              label="In progress"
              value={String(work.data.totalCount)}
              to={filterOf(AT_WORK)}
              tone={work.data.totalCount > 0 ? 'info' : undefined}
            />
            <Figure
              label="Failed"
              value={String(failed.data.totalCount)}
              to={filterOf(['failed'])}
              tone={failed.data.totalCount > 0 ? 'danger' : undefined}
            />
          </div>
        </Card>
        <Card title="Last 30 days">
          <div className="d-figures">
            <Figure label="Total Page Views" value={orDash(totalPageViews, (views) => views.toLocaleString('en-US'))} />
            <Figure label="Total Disk Usage" value={orDash(totalDiskUsage, formatBytes)} />
            <Figure label="Total CDN Usage" value={orDash(totalCDNUsage, formatUsage)} />
          </div>
        </Card>
      </Grid>
      <Grid min="l" gap={5} className="d-cards">
        {work.data.totalCount > 0 && (
          <Card title="In progress" flush>
            <SiteRows sites={work.data.pageElements} />
          </Card>
        )}
        {failed.data.totalCount > 0 && (
          <Card title="Needs your attention" flush>
            <SiteRows sites={failed.data.pageElements} />
          </Card>
        )}
        {ready.data.totalCount > 0 && (
          <Card title="Newest sites" flush>
            <SiteRows sites={ready.data.pageElements} />
          </Card>
        )}
        {top.length > 0 && (
          <Card title="Top sites by CDN usage" flush>
            <ol className="d-rows">
              {top.map((site) => (
                <li key={site.site_id} className="d-row">
                  <div className="d-name">
                    <Link to={overviewPath(site.site_id)}>{site.fqdn}</Link>
                  </div>
                  <span className="d-side">{formatUsage(site.totalCDNUsage)}</span>
                </li>
              ))}
            </ol>
          </Card>
        )}
      </Grid>
    </>
  );
}
