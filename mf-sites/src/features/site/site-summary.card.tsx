import { t, Trans } from '@panel/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SiteSummary } from '@panel/core';
import {
  Card,
  formatBytes,
  formatOrDash,
  formatUsage,
  Heading,
  Inline,
  Link,
  RelativeTime,
  Stack,
  Stat,
  Stats,
  Text,
} from '@panel/ui';
import { extensionPaths } from '@panel/resources/extension';
import { countOf, overviewPath, siteSummaryQuery } from '@panel/resources/site';
import './site.css';

/** Totals of the last 30 days and the top three by CDN usage (spec §2, "Sites overview side panel"), above the list. */
export function SiteSummaryCard() {
  const { data } = useSuspenseQuery(siteSummaryQuery);
  const { siteCount, totalPageViews, totalDiskUsage, totalCDNUsage, top, days, vulnerable } = data;
  const points = (of: 'pageViews' | 'bytes') => days.map((one) => ({ at: Date.parse(one.day), value: one[of] }));
  return (
    <Card className="site-summary-card">
      <div className="site-summary">
        <div>
          <Heading>{t('You have {count, plural, one {# site} other {# sites}}', { count: siteCount })}</Heading>
          <Text size="s" tone="muted">
            {t('Last 30 days')}
          </Text>
        </div>
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
        {vulnerable && <Vulnerable {...vulnerable} />}
        {top.length > 0 && (
          <Stack gap={1}>
            <Heading level={3}>{t('Top sites by CDN usage')}</Heading>
            <ol className="site-top">
              {top.map(({ site_id, fqdn, totalCDNUsage: usage }) => (
                <li key={site_id}>
                  <Link to={overviewPath(site_id)} quiet className="p-truncate">
                    {fqdn}
                  </Link>
                  <Text tone="muted">{formatUsage(usage)}</Text>
                </li>
              ))}
            </ol>
          </Stack>
        )}
      </div>
    </Card>
  );
}

/** Plugins and themes with a known vulnerability on all sites, as of the oldest check. */
const Vulnerable = ({ plugin, theme, checked_at }: NonNullable<SiteSummary['vulnerable']>) => (
  <Stack gap={1}>
    <Heading level={3}>{t('Known vulnerabilities')}</Heading>
    <Inline gap={3}>
      <Link to={extensionPaths('plugin').installed}>
        {t('{count, plural, one {# plugin} other {# plugins}}', { count: plugin })}
      </Link>
      <Link to={extensionPaths('theme').installed}>
        {t('{count, plural, one {# theme} other {# themes}}', { count: theme })}
      </Link>
    </Inline>
    <Text size="s" tone="muted">
      <Trans id="Oldest check <0/>" parts={[() => <RelativeTime at={checked_at} />]} />
    </Text>
  </Stack>
);
