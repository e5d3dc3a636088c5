import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState, type LoginProvider } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Banner, Button, CopyText, EmptyState, lazyPanel, Page, RelativeTime, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { loginProvidersQuery } from '@panel/resources/login-provider';

const AddPanel = lazyPanel(async () => (await import('./login-provider-add.panel.tsx')).LoginProviderAddPanel);
const ChangePanel = lazyPanel(async () => (await import('./login-provider-change.panel.tsx')).LoginProviderChangePanel);
const RemoveDialog = lazyPanel(
  async () => (await import('./login-provider-remove.dialog.tsx')).LoginProviderRemoveDialog,
);

const PANELS = ['add', 'change', 'remove'] as const;

export const prefetch = () => queryClient.prefetchQuery(loginProvidersQuery);

const columns: readonly Column<LoginProvider>[] = [
  {
    key: 'name',
    title: t('Provider'),
    render: ({ name, issuer }) => (
      <Stack gap={1}>
        <Text weight="medium">{name}</Text>
        {issuer && (
          <Text tone="soft" size="s">
            {issuer}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'callback',
    title: t('Redirect address'),
    hideBelow: 'md',
    render: ({ callback_url, name }) => (
      <CopyText text={callback_url} label={t('Copy the redirect address of {name}', { name })} />
    ),
  },
  { key: 'accounts', title: t('Accounts'), width: '110px', render: ({ accounts }) => accounts },
  {
    key: 'updated_at',
    title: t('Changed'),
    width: '140px',
    hideBelow: 'lg',
    render: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

/** /admin/sign-in: where the partner's users can sign in instead of with a password. */
export function Component() {
  const { data } = useSuspenseQuery(loginProvidersQuery);
  const { panel, of, open, close } = usePanelState(PANELS);
  const chosen = data.rows.find(({ id }) => id === of);
  return (
    <Page
      title={t('Sign-in')}
      subtitle={t(
        'Providers that your customers and staff can sign in at. Accounts are linked by the provider’s own id, never by an email alone.',
      )}
      actions={
        <Button kind="primary" icon="plus" call="loginProvider.create" onClick={() => open('add')}>
          {t('Add provider')}
        </Button>
      }
      banner={
        !data.is_offered &&
        data.rows.length > 0 && (
          <Banner kind="warning" title={t('The sign-in page shows none of them')}>
            {t('Turn “Other login options” on in the branding.')}{' '}
            <AppLink to="/admin/branding">{t('Branding')}</AppLink>
          </Banner>
        )
      }
    >
      <ResourceTable
        caption={t('Providers')}
        columns={columns}
        query={{ rows: data.rows, total: data.rows.length, pageIndex: 0, pageSize: Math.max(1, data.rows.length) }}
        whole
        onChange={() => undefined}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={({ id }) => [
          {
            key: 'change',
            call: 'loginProvider.change',
            label: t('Change'),
            icon: 'edit',
            onSelect: () => open('change', id),
          },
          {
            key: 'remove',
            call: 'loginProvider.remove',
            label: t('Remove'),
            icon: 'trash',
            danger: true,
            separated: true,
            onSelect: () => open('remove', id),
          },
        ]}
        empty={
          <EmptyState
            icon="lock"
            title={t('No providers yet')}
            text={t(
              'Add Google, GitHub, GitLab, Bitbucket or your own OpenID provider. You need a client ID and a secret from it.',
            )}
          />
        }
      />
      {panel === 'add' && <AddPanel onClose={close} />}
      {panel === 'change' && chosen && <ChangePanel provider={chosen} onClose={close} />}
      {panel === 'remove' && chosen && <RemoveDialog provider={chosen} onClose={close} />}
    </Page>
  );
}
