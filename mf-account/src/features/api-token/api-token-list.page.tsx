import { t, Trans } from '@panel/core';
import { Button, EmptyState, lazyPanel, Link, Text } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { API_TOKEN_LIST, apiTokenListQuery, cannotRevoke, cannotRevokeAll } from '@panel/resources/api-token';
import { apiTokenColumns } from './api-token.columns.tsx';

// The list is opened more often than its panels.
const CreatePanel = lazyPanel(async () => (await import('./api-token-create.panel.tsx')).ApiTokenCreatePanel);
const RevokeDialog = lazyPanel(async () => (await import('./api-token-revoke.dialog.tsx')).ApiTokenRevokeDialog);
const RevokeAllDialog = lazyPanel(async () => (await import('./api-token-revoke.dialog.tsx')).ApiTokenRevokeAllDialog);

const source = {
  list: API_TOKEN_LIST,
  query: apiTokenListQuery,
  panels: ['create', 'revoke', 'revoke-all'],
} as const;
export const prefetch = prefetchList(source);

const Create = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" onClick={onClick}>
    {t('Create token')}
  </Button>
);

/** /my-account/api-tokens: the keys with which programs use the account. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('API tokens')}
    subtitle={t('Let your own programs use your account, as far as you allow.')}
    actions={({ data, open }) => (
      <>
        <Button icon="close" onClick={() => open('revoke-all')} disabledReason={cannotRevokeAll(data)}>
          {t('Revoke all')}
        </Button>
        <Create onClick={() => open('create')} />
      </>
    )}
    caption={t('API tokens')}
    columns={apiTokenColumns}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    rowActions={(token, { open }) => [
      {
        key: 'revoke',
        label: t('Revoke'),
        icon: 'close',
        danger: true,
        onSelect: () => open('revoke', token.id),
        disabledReason: cannotRevoke(token),
      },
    ]}
    empty={({ open }) => (
      <EmptyState
        icon="key"
        title={t('No API tokens yet')}
        text={t('A token lets a script or a build server call the API in your name, without your password.')}
        action={<Create onClick={() => open('create')} />}
      />
    )}
  >
    {({ panel, chosen, close }) => (
      <>
        <Text as="p" size="s" tone="muted">
          <Trans
            id="Tokens keep working when you change your password. Revoke those that you no longer need. <0>All calls and their scopes</0>"
            parts={[(piece) => <Link href="/docs/api">{piece}</Link>]}
          />
        </Text>
        {panel === 'create' && <CreatePanel onClose={close} />}
        {panel === 'revoke-all' && <RevokeAllDialog onClose={close} />}
        {panel === 'revoke' && chosen && !cannotRevoke(chosen) && <RevokeDialog token={chosen} onClose={close} />}
      </>
    )}
  </ListPage>
);
