import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, formatDate, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { domainUpgradePath, useClaimDomain } from '@panel/resources/domain';
import { availableLicensesQuery, licenseLabel } from '@panel/resources/license';
import { useSiteOverview } from '../site/managed-site.ts';
import { SitePage } from '../site/site-page.tsx';
import { PlanContact, ToolData } from '@panel/workload/parts';
import { prefetchUpgrade, UpgradeStep } from './upgrade-step.tsx';

export const prefetch = prefetchUpgrade;

/** /manage-site/upgrade/payment/{id}?domain=…&license=…: the last look before the domain is added. */
export const Component = () => <UpgradeStep>{(chosen) => <Payment {...chosen} />}</UpgradeStep>;

/** A license that is there needs no payment. Without one, the panel has no card payment to offer. */
function Payment({ id, domain, license: wanted }: { id: string; domain: string; license: string | null }) {
  const { site, license: own } = useSiteOverview(id);
  const navigate = useNavigate();
  const licenses = useQuery(availableLicensesQuery);
  const license = (licenses.data ?? []).find(({ id: each }) => each === wanted);
  const isPaid = own?.is_valid || license !== undefined;
  const claim = useClaimDomain(site.fqdn, () => navigate(domainUpgradePath('finish', id), { replace: true }));
  return (
    <SitePage site={site} title={t('Payment')} subtitle={domain} width="form">
      <Card
        title={t('Your order')}
        footer={
          <>
            <ButtonLink to={domainUpgradePath('pick-a-plan', id, { domain })}>{t('Back')}</ButtonLink>
            {isPaid && (
              <Button
                kind="primary"
                loading={claim.isPending}
                onClick={() => claim.mutate({ fqdn: domain, ...(license && { license_key: license.license_key }) })}
              >
                {t('Upgrade')}
              </Button>
            )}
          </>
        }
      >
        <Stack gap={4}>
          {claim.error && (
            <Banner kind="danger" live>
              {claim.error.message}
            </Banner>
          )}
          <ToolData result={licenses} reason={undefined} what={t('your licenses')}>
            {() => (
              <Stack gap={4}>
                <DataList
                  items={[
                    { key: 'site', label: t('Site'), value: <span className="p-break">{site.fqdn}</span> },
                    { key: 'domain', label: t('Domain'), value: <span className="p-break">{domain}</span> },
                    license !== undefined && {
                      key: 'license',
                      label: t('Plan'),
                      value: licenseLabel(license, (at) => formatDate(at, { withTime: false })),
                    },
                    isPaid && { key: 'price', label: t('To pay'), value: t('Nothing: your license includes it.') },
                  ]}
                />
                {!isPaid && (
                  <>
                    <Banner kind="warning" title={t('The payment operation can not start, please try again later!')}>
                      {t('Cards cannot be charged here. With a license, a domain can be added at once.')}
                    </Banner>
                    <PlanContact />
                  </>
                )}
              </Stack>
            )}
          </ToolData>
        </Stack>
      </Card>
    </SitePage>
  );
}
