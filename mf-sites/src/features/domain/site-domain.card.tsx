import { t } from '@panel/core';
import type { SiteOverview } from '@panel/core';
import { Badge, ButtonLink, Card, Inline, Text } from '@panel/ui';
import { domainPath, domainState } from '@panel/resources/domain';

/** The domain that a site has or claims; nothing without one. */
export function SiteDomainCard({ overview: { site, domain } }: { overview: SiteOverview }) {
  if (!domain || !site.site_id) return null;
  const { label, tone } = domainState(domain.state);
  return (
    <Card title={t('Domain')} footer={<ButtonLink to={domainPath(site.site_id)}>{t('Manage domain')}</ButtonLink>}>
      <Inline gap={2}>
        <Badge tone={tone}>{label}</Badge>
        <Text className="p-break">{domain.display}</Text>
      </Inline>
    </Card>
  );
}
