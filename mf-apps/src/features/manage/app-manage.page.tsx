import { t, usePanelState, type App } from '@panel/core';
import { Button, Card, Link, Page, Stack, Text, lazyPanel } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotDeleteApp, cannotRenameApp } from '@panel/resources/app';
import { appComponent, appTrail, prefetchApp } from '../app/app-component.tsx';

const RenamePanel = lazyPanel(async () => (await import('../app/app-rename.panel.tsx')).AppRenamePanel);
const DeleteDialog = lazyPanel(async () => (await import('../app/app-delete.dialog.tsx')).AppDeleteDialog);

export const prefetch = prefetchApp();

/** /manage-app/manage-site: App & Domain Management. */
export const Component = appComponent(AppManage);

function AppManage({ app }: { app: App }) {
  const { panel, open, close } = usePanelState(['rename', 'delete']);
  const title = t('App & Domain Management');
  return (
    <Page title={title} subtitle={app.fqdn} breadcrumb={appTrail(app, title)}>
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
      {panel === 'rename' && <RenamePanel app={app} onClose={close} />}
      {panel === 'delete' && <DeleteDialog app={app} onClose={close} />}
    </Page>
  );
}
