import { t, usePanelState, type App } from '@panel/core';
import { Button, Card, Link, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotDeleteApp, cannotRenameApp } from '@panel/resources/app';
import { siteDomainQuery } from '@panel/resources/domain';
import { protectionQuery } from '@panel/resources/site';
import { appAsWorkload } from '@panel/resources/workload';
import { DomainCards } from '@panel/workload/domain';
import { ProtectionCard } from '@panel/workload/protection';
import { APP_PANELS } from '../app/app.actions.ts';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { AppPanels } from '../app/app-panels.tsx';
import { useAppLicense } from '../delivery/use-app-license.ts';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id), protectionQuery(id)]);

/** /manage-app/manage-site: App & Domain Management. */
export const Component = appComponent(AppManage);

function AppManage({ app }: { app: App }) {
  const workload = appAsWorkload(app);
  const { panel, open, close } = usePanelState(APP_PANELS);
  return (
    <AppPage app={app} title={t('App & Domain Management')} width="form">
      <Stack gap={4}>
        <Card
          title={t('Address')}
          actions={
            app.domain_type === 'sub_domain' && (
              <Button icon="edit" onClick={() => open('rename')} disabledReason={cannotRenameApp(app)}>
                {t('Change App Name')}
              </Button>
            )
          }
        >
          <DataList
            items={[
              { key: 'name', label: t('Name'), value: app.name },
              {
                key: 'address',
                label: t('Address'),
                value: (
                  <Link href={app.url} newTab>
                    {app.fqdn}
                  </Link>
                ),
              },
            ]}
          />
        </Card>
        <DomainCards workload={workload} license={useAppLicense(app)} />
        <ProtectionCard workload={workload} />
        <Card title={t('Delete Application')}>
          <Stack gap={3}>
            <Text as="p">{t('All releases, settings and logs are deleted. Your repository stays as it is.')}</Text>
            <div>
              <Button icon="trash" onClick={() => open('delete')} disabledReason={cannotDeleteApp(app)}>
                {t('Delete Application')}
              </Button>
            </div>
          </Stack>
        </Card>
      </Stack>
      <AppPanels panel={panel} app={app} onClose={close} />
    </AppPage>
  );
}
