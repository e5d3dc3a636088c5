import { t } from '@panel/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SiteOverview } from '@panel/core';
import {
  AreaChart,
  formatOrDash,
  formatUsage,
  Heading,
  Icon,
  Inline,
  Link,
  RelativeTime,
  Stack,
  Text,
} from '@panel/ui';
import { createdColumn, DataList, diskColumn, factOf, healthColumn } from '@panel/ui/data';
import { siteOverviewQuery, typeLabel } from '@panel/resources/site';

const Proof = ({ name, ok, detail, checked_at }: SiteOverview['evidence'][number]) => (
  <Inline as="li" gap={2} align="start" wrap={false}>
    <Icon
      name={ok ? 'check-circle' : 'error'}
      size={16}
      className={ok ? 'p-text-success' : 'p-text-danger'}
      label={ok ? t('Passed') : t('Failed')}
    />
    <Stack gap={1}>
      <Text>
        <strong>{name}</strong>{' '}
        <Text size="s" tone="muted">
          <RelativeTime at={checked_at} />
        </Text>
      </Text>
      <Text size="s" tone="soft" className="p-break">
        {detail}
      </Text>
    </Stack>
  </Inline>
);

/** Allows a line break before the @. */
const Email = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
};

/** One customer's site for staff: details, evidence and usage. */
export function SiteDetails({ id }: { id: string }) {
  const {
    data: { site, evidence, wordpress, days },
  } = useSuspenseQuery(siteOverviewQuery(id));
  return (
    <Stack gap={5}>
      <DataList
        items={[
          {
            key: 'address',
            label: t('Address'),
            value:
              site.status === 'ready' ? (
                <Link href={site.url} newTab>
                  {site.url}
                </Link>
              ) : (
                site.url
              ),
          },
          site.customer_name !== null && { key: 'name', label: t('Customer'), value: site.customer_name },
          {
            key: 'customer',
            label: site.customer_name === null ? t('Customer') : t('Email'),
            value: site.customer_email && <Email address={site.customer_email} />,
          },
          factOf(healthColumn, site),
          { key: 'type', label: t('Type'), value: typeLabel(site.type) },
          wordpress && { key: 'wordpress', label: t('WordPress'), value: wordpress.version },
          { key: 'php', label: t('PHP'), value: site.php_version },
          { key: 'protected', label: t('Password protection'), value: site.is_password_protected ? t('On') : t('Off') },
          factOf(diskColumn, site),
          { key: 'cdn', label: t('CDN usage, 30 days'), value: formatOrDash(site.totalCDNUsage, formatUsage) },
          factOf(createdColumn, site),
        ]}
      />
      <Stack gap={3}>
        <Heading level={3}>{t('Checks')}</Heading>
        {evidence.length === 0 ? (
          <Text tone="muted">{t('No checks yet.')}</Text>
        ) : (
          <Stack as="ul" gap={3}>
            {evidence.map((proof) => (
              <Proof key={proof.name} {...proof} />
            ))}
          </Stack>
        )}
      </Stack>
      <Stack gap={3}>
        <Heading level={3}>{t('Page views, last 30 days')}</Heading>
        <AreaChart
          title={t('Page views')}
          points={days.map(({ day, pageViews }) => ({ at: Date.parse(day), value: pageViews }))}
        />
      </Stack>
    </Stack>
  );
}
