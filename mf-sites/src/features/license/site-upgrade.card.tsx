import { useCanOpen, usePartner, type Site, t } from '@panel/core';
import { Badge, Button, ButtonLink, Card, Inline, Text } from '@panel/ui';
import { bringDomainPath, cannotAssignLicense, siteUpgrade } from '@panel/resources/license';

type Props = { site: Site; onUpgrade: () => void };

/** Offers a larger plan or a domain (spec §6): which of them, and to whom, is `siteUpgrade`. */
export function SiteUpgradeCard({ site, onUpgrade }: Props) {
  const { is_nucal_partner: isSpecial } = usePartner();
  const canOpen = useCanOpen();
  const offered = siteUpgrade(site, isSpecial);
  const to = bringDomainPath(site.site_id ?? '');
  if (!offered || (offered === 'domain' && !canOpen(to))) return null;
  return (
    <Card
      title={t('Upgrade Your Site')}
      footer={
        offered === 'license' ? (
          <Button kind="primary" icon="arrow-up" onClick={onUpgrade} disabledReason={cannotAssignLicense(site)}>
            {t('Upgrade')}
          </Button>
        ) : (
          <ButtonLink kind="primary" icon="arrow-up" to={to}>
            {t('Upgrade')}
          </ButtonLink>
        )
      }
    >
      <Inline gap={2}>
        <Badge tone="accent">{t('{plan} plan', { plan: site.plan_type })}</Badge>
        <Text tone="soft">
          {offered === 'license'
            ? t('A license gives the site a larger plan with higher limits.')
            : t('Serve the site at a domain of your own.')}
        </Text>
      </Inline>
    </Card>
  );
}
