import { useSuspenseQuery } from '@tanstack/react-query';
import { t, usePanelState, type App } from '@panel/core';
import { Button, ButtonLink, Card, formatDate, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotUpgradeApp } from '@panel/resources/app';
import { siteDomainQuery } from '@panel/resources/domain';
import { appLicensesQuery } from '@panel/resources/license';
import { appAsWorkload, workloadDomainPath, workloadUpgradePath } from '@panel/resources/workload';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { AppPanels } from '../app/app-panels.tsx';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id)]);

/** /manage-app/upgrade: the plan of an application and its domain, and the way to better ones. */
export const Component = appComponent(AppUpgrade);

function AppUpgrade({ app }: { app: App }) {
  const { panel, open, close } = usePanelState(['license']);
  const { data: licenses } = useSuspenseQuery(appLicensesQuery);
  const {
    data: { domain },
  } = useSuspenseQuery(siteDomainQuery(app.id));
  const workload = appAsWorkload(app);
  const license = licenses.find(({ license_key }) => license_key === app.license_key);
  const hasDomain = domain !== null || app.domain_type === 'custom_domain';
  return (
    <AppPage app={app} title={t('Upgrade')} width="form">
      <Stack gap={4}>
        <Card
          title={t('Plan')}
          footer={
            <Button
              kind="primary"
              icon="arrow-up"
              onClick={() => open('license')}
              disabledReason={cannotUpgradeApp(app)}
            >
              {t('Upgrade plan')}
            </Button>
          }
        >
          <DataList
            items={[
              { key: 'plan', label: t('Plan'), value: app.plan_type },
              license !== undefined && { key: 'license', label: t('License'), value: license.product_name },
              license !== undefined && {
                key: 'end',
                label: license.is_valid ? t('Expires at') : t('Expired at'),
                value: formatDate(license.to_date * 1000, { withTime: false }),
              },
            ]}
          />
        </Card>
        <Card
          title={t('Domain')}
          footer={
            hasDomain ? (
              <ButtonLink to={workloadDomainPath(workload)}>{t('Manage domain')}</ButtonLink>
            ) : (
              <ButtonLink icon="plus" to={workloadUpgradePath(workload, 'bring-your-own-domain')}>
                {t('Add a Custom Domain')}
              </ButtonLink>
            )
          }
        >
          <DataList items={[{ key: 'address', label: t('Address'), value: domain?.display ?? app.fqdn }]} />
        </Card>
      </Stack>
      <AppPanels panel={panel} app={app} onClose={close} />
    </AppPage>
  );
}
