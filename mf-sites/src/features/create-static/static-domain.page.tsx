import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@panel/core/router';
import { ButtonLink, Card, Text } from '@panel/ui';
import { domainLicenses } from '@panel/resources/domain';
import { availableLicensesQuery } from '@panel/resources/license';
import { DomainAvailable, DomainEntry, PremiumCard, useIsSpecial } from '@panel/workload/domain';
import { ToolData } from '@panel/workload/parts';
import { staticPath, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** /create-site/bring-your-own-domain: a domain for the new site, which it can get once it exists. */
export function Component() {
  const { draft, update } = useStaticDraft();
  const navigate = useNavigate();
  const isSpecial = useIsSpecial();
  const available = useQuery(availableLicensesQuery);
  const [verified, setVerified] = useState<string | null>(null);
  const [typed, setTyped] = useState(draft.domain);
  return (
    <StaticWizard step="name" title={t('Bring your own domain')} subtitle={t('Choose the domain of your site.')}>
      <Card
        title={t('Your domain')}
        footer={<ButtonLink to={staticPath('name', draft)}>{t('Continue without a domain')}</ButtonLink>}
      >
        <ToolData result={available} reason={undefined} what={t('your licenses')}>
          {(licenses) =>
            !isSpecial && domainLicenses(licenses).length === 0 ? (
              <PremiumCard />
            ) : verified === null ? (
              <DomainEntry
                initial={typed}
                onVerified={(fqdn) => {
                  setTyped(fqdn);
                  setVerified(fqdn);
                }}
              />
            ) : (
              <DomainAvailable
                {...{ fqdn: verified, isSpecial, goLabel: t('Publish') }}
                onBack={() => setVerified(null)}
                onGo={() => {
                  update({ domain: verified });
                  void navigate(staticPath(draft.name ? 'plan' : 'name', draft));
                }}
              >
                <Text as="p" tone="soft">
                  {t(
                    'The site is published at an address of your provider first. Then you show that the domain is yours, and the site moves there.',
                  )}
                </Text>
              </DomainAvailable>
            )
          }
        </ToolData>
      </Card>
    </StaticWizard>
  );
}
