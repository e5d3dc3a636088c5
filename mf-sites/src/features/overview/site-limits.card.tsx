import { t, Trans } from '@panel/core';
import type { LimitHit, SiteOverview } from '@panel/core';
import { Badge, Banner, Card, Disclosure, formatBytes, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { limitHitLabel, limitRows } from '@panel/resources/plan';
import './site-limits.css';

const MB = 1024 * 1024;

function DiskUsage({ used, diskMb }: { used: number; diskMb: number }) {
  const percent = Math.min(100, Math.round((used / (diskMb * MB)) * 100));
  return (
    <Stack gap={1}>
      <Inline justify="between">
        <Text size="s">{t('Disk space')}</Text>
        <Text size="s" tone="muted">
          {t('{used} of {limit}', { used: formatBytes(used), limit: formatBytes(diskMb * MB) })}
        </Text>
      </Inline>
      <div
        className="site-limits-meter"
        role="meter"
        aria-label={t('Disk space used')}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %`}
        data-high={percent >= 90 || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </Stack>
  );
}

function Hit({ hit, limits }: { hit: LimitHit; limits: SiteOverview['limits'] }) {
  const { title, text } = limitHitLabel(hit, limits, formatBytes);
  return (
    <li>
      <Inline gap={2}>
        <Badge tone="warning">{title}</Badge>
        <Text size="s" tone="muted">
          <Trans
            id="{count, plural, =1 {Once} other {# times}}, last <0/>"
            values={{ count: hit.count }}
            parts={[() => <RelativeTime at={hit.last_at} />]}
          />
        </Text>
      </Inline>
      <Text as="p" size="s">
        {text}
      </Text>
    </li>
  );
}

/** The plan's limits for the site, its disk use, and the limits it hit during the last week. */
export function SiteLimitsCard({ overview: { site, limits, limit_hits } }: { overview: SiteOverview }) {
  const full = limit_hits.some((hit) => hit.kind === 'disk') && (site.file_size ?? 0) >= limits.diskMb * MB * 0.95;
  return (
    <Card title={t('Limits')}>
      <Stack gap={3}>
        {full && (
          <Banner kind="warning" title={t('This site is out of disk space')}>
            {t('Visitors can still read it, but it cannot save anything new. Choose a larger plan or delete the site.')}
          </Banner>
        )}
        {site.file_size !== null && <DiskUsage used={site.file_size} diskMb={limits.diskMb} />}
        {limit_hits.length > 0 && (
          <section aria-label={t('Limits reached in the last 7 days')}>
            <Stack as="ul" gap={3}>
              {limit_hits.map((hit) => (
                <Hit key={hit.kind} hit={hit} limits={limits} />
              ))}
            </Stack>
          </section>
        )}
        <Disclosure summary={t('{plan_type} plan limits', { plan_type: site.plan_type })}>
          <DataList items={limitRows(limits, formatBytes)} />
        </Disclosure>
      </Stack>
    </Card>
  );
}
