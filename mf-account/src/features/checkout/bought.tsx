import { t, type License } from '@panel/core';
import { Banner, ButtonLink, Card, CopyText, formatDate, Page, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  assignPath,
  BILLING_PATH,
  createPath,
  nextText,
  paidLabel,
  placesLabel,
  resumePath,
  type Purpose,
} from '@panel/resources/payment';
import { domainUpgradePath } from '@panel/resources/domain';

/** The license is there: what it is for, when the next payment is, and what to do with it. */
export function Bought({ license, purpose: { site, domain, create } }: { license: License; purpose: Purpose }) {
  const { project_type: project } = license;
  const isSite = project === 'site';
  return (
    <Page
      title={t('Your license is active')}
      width="form"
      actions={<ButtonLink to={BILLING_PATH}>{t('Billing')}</ButtonLink>}
    >
      <Card
        title={license.product_name}
        footer={
          site && domain ? (
            <ButtonLink kind="primary" to={domainUpgradePath('payment', site, { domain, license: license.id })}>
              {t('Continue with {domain}', { domain })}
            </ButtonLink>
          ) : create && isSite ? (
            <ButtonLink kind="primary" to={resumePath(create)}>
              {t('Resume creation')}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink kind="primary" to={assignPath(project)}>
                {isSite ? t('Assign to a site') : t('Assign to an application')}
              </ButtonLink>
              <ButtonLink icon="plus" to={createPath(project)}>
                {isSite ? t('Create a site') : t('Create an application')}
              </ButtonLink>
            </>
          )
        }
      >
        <Stack gap={4}>
          <Banner
            kind="success"
            live
            title={
              license.on_trial
                ? t('Your trial has begun. Nothing was charged.')
                : t('Thank you. Your payment is confirmed.')
            }
          >
            {isSite
              ? t('Assign the license to a site, which gets the {plan} plan at once, or create a site for it.', {
                  plan: license.plan_type,
                })
              : t('Assign the license to an application, which gets the {plan} plan at once, or create one for it.', {
                  plan: license.plan_type,
                })}
          </Banner>
          <DataList
            items={[
              { key: 'plan', label: t('Plan'), value: license.plan_type },
              { key: 'for', label: t('For'), value: placesLabel(project, license.site_limit) },
              {
                key: 'key',
                label: t('License key'),
                value: <CopyText text={license.license_key} label={t('Copy license key')} whole />,
              },
              { key: 'price', label: t('Price'), value: paidLabel(license) },
              {
                key: 'next',
                label: license.on_trial ? t('After the trial') : t('Next payment'),
                value: nextText(license, (at) => formatDate(at, { withTime: false })),
              },
            ]}
          />
        </Stack>
      </Card>
    </Page>
  );
}
