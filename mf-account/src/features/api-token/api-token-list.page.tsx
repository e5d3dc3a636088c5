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
    Create token
  </Button>
);

/** /my-account/api-tokens: the keys with which programs use the account. */
export const Component = () => (
  <ListPage
    {...source}
    title="API tokens"
    subtitle="Let your own programs use your account, as far as you allow."
    actions={({ data, open }) => (
      <>
        <Button icon="close" onClick={() => open('revoke-all')} disabledReason={cannotRevokeAll(data)}>
          Revoke all
        </Button>
        <Create onClick={() => open('create')} />
      </>
    )}
    caption="API tokens"
    columns={apiTokenColumns}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    rowActions={(token, { open }) => [
      {
        key: 'revoke',
        label: 'Revoke',
        icon: 'close',
        danger: true,
        onSelect: () => open('revoke', token.id),
        disabledReason: cannotRevoke(token),
      },
    ]}
    empty={({ open }) => (
      <EmptyState
        icon="key"
        title="No API tokens yet"
        text="A token lets a script or a build server call the API in your name, without your password."
        action={<Create onClick={() => open('create')} />}
      />
    )}
  >
    {({ panel, chosen, close }) => (
      <>
        <Text as="p" size="s" tone="muted">
          Tokens keep working when you change your password. Revoke those that you no longer need.{' '}
          <Link href="/openapi.json">All calls and their scopes</Link>
        </Text>
        {panel === 'create' && <CreatePanel onClose={close} />}
        {panel === 'revoke-all' && <RevokeAllDialog onClose={close} />}
        {panel === 'revoke' && chosen && !cannotRevoke(chosen) && <RevokeDialog token={chosen} onClose={close} />}
      </>
    )}
  </ListPage>
);
