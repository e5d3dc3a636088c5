import { t } from '@panel/core';
import { ButtonLink, Card, Text } from '@panel/ui';
import { domainUpgradePath } from '@panel/resources/domain';

/** The domain that was chosen for a site which exists now. */
export const NextDomainCard = ({ siteId, domain }: { siteId: string; domain: string }) => (
  <Card
    title={t('Your domain')}
    footer={
      <ButtonLink kind="primary" to={domainUpgradePath('bring-your-own-domain', siteId, { domain })}>
        {t('Add the domain')}
      </ButtonLink>
    }
  >
    <Text as="p" className="p-break">
      {t('The site can get {domain} now.', { domain })}
    </Text>
  </Card>
);
