import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { LicenseProduct, PriceInterval } from '@panel/contract';
import { DEFAULT_INTERVAL } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, formatDate, RadioGroup, Stack, Text } from '@panel/ui';
import { domainUpgradePath } from '@panel/resources/domain';
import { availableLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { checkoutPath, isSold, pricesQuery } from '@panel/resources/payment';
import { PlanContact, ToolData } from '@panel/workload/parts';
import { useManagedSite } from '../site/managed-site.ts';
import { SitePage } from '../site/site-page.tsx';
import { PickProduct } from './pick-product.tsx';
import { prefetchUpgrade, UpgradeStep } from './upgrade-step.tsx';

export const prefetch = prefetchUpgrade;

/** /manage-site/upgrade/pick-a-plan/{id}?domain=…: which license the site gets with its domain, one that is there or a bought one. */
export const Component = () => <UpgradeStep>{(chosen) => <PickPlan {...chosen} />}</UpgradeStep>;

function PickPlan({ id, domain }: { id: string; domain: string }) {
  const site = useManagedSite(id);
  const navigate = useNavigate();
  const licenses = useQuery(availableLicensesQuery);
  const prices = useQuery(pricesQuery('site'));
  const [license, setLicense] = useState<string | null>(null);
  const [product, setProduct] = useState<LicenseProduct | null>(null);
  const [interval, setInterval] = useState<PriceInterval>(DEFAULT_INTERVAL);
  const sold = (prices.data ?? []).filter(isSold);
  const mustChoose = (licenses.data?.length ?? 0) > 0 || sold.length > 0;
  const next = () =>
    navigate(
      product
        ? checkoutPath({ product, interval, site: id, domain })
        : domainUpgradePath('payment', id, { domain, ...(license && { license }) }),
    );
  return (
    <SitePage site={site} title={t('Pick a plan')} subtitle={domain} width="form">
      <Card
        title={t('License')}
        footer={
          <>
            <ButtonLink to={domainUpgradePath('bring-your-own-domain', id, { domain })}>{t('Back')}</ButtonLink>
            <Button
              kind="primary"
              disabledReason={mustChoose && !license && !product ? t('Choose a license first.') : null}
              onClick={() => void next()}
            >
              {product ? t('Go to checkout') : t('Continue')}
            </Button>
          </>
        }
      >
        <ToolData result={licenses} reason={undefined} what={t('your licenses')}>
          {(offered) => (
            <Stack gap={5}>
              {offered.length > 0 ? (
                <RadioGroup
                  legend={t('Select a License')}
                  options={offered.map((one) => ({
                    value: one.id,
                    label: licenseLabel(one, (at) => formatDate(at, { withTime: false })),
                    help: licenseHelp(one),
                  }))}
                  value={license}
                  onChange={(chosen) => {
                    setLicense(chosen);
                    setProduct(null);
                  }}
                />
              ) : (
                <Text as="p">{t('You have no license that has a site left.')}</Text>
              )}
              {sold.length > 0 ? (
                <PickProduct
                  products={sold}
                  interval={interval}
                  onInterval={setInterval}
                  value={product}
                  onChange={(chosen) => {
                    setProduct(chosen);
                    setLicense(null);
                  }}
                />
              ) : (
                offered.length === 0 && !prices.isPending && <PlanContact />
              )}
            </Stack>
          )}
        </ToolData>
      </Card>
    </SitePage>
  );
}
