import { useSuspenseQuery } from '@tanstack/react-query';
import { Bytes, Card, Heading, Inline, Link, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { overviewPath, siteSummaryQuery } from '@panel/resources/site';
import './site.css';

const count = new Intl.NumberFormat('en-US');

/** Totals of the last 30 days and the top three by CDN usage (spec §2, "Sites overview side panel"). */
export function SiteSummaryCard() {
  const { data } = useSuspenseQuery(siteSummaryQuery);
  const { siteCount, totalPageViews, totalDiskUsage, totalCDNUsage, top } = data;
  return (
    <Card title={`You have ${count.format(siteCount)} ${siteCount === 1 ? 'site' : 'sites'}`}>
      <Stack gap={4}>
        <Text size="s" tone="muted">
          Last 30 days
        </Text>
        <DataList
          items={[
            {
              key: 'views',
              label: 'Total Page Views',
              value: totalPageViews === null ? null : count.format(totalPageViews),
            },
            {
              key: 'disk',
              label: 'Total Disk Usage',
              value: totalDiskUsage === null ? null : <Bytes value={totalDiskUsage} />,
            },
            {
              key: 'cdn',
              label: 'Total CDN Usage',
              value: totalCDNUsage === null ? null : <Bytes value={totalCDNUsage} usage />,
            },
          ]}
        />
        {top.length > 0 && (
          <Stack gap={2}>
            <Heading level={3}>Top sites by CDN usage</Heading>
            <Stack as="ol" gap={2} className="site-plain-list">
              {top.map(({ site_id, fqdn, totalCDNUsage: usage }) => (
                <Inline key={site_id} as="li" justify="between" wrap={false}>
                  <Link to={overviewPath(site_id)} small className="p-truncate">
                    {fqdn}
                  </Link>
                  <Text className="site-figure">
                    <Bytes value={usage} usage />
                  </Text>
                </Inline>
              ))}
            </Stack>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
