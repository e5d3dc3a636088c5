import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, usePanelState, type PageContext } from '@panel/core';
import { Button, EmptyState, lazyPanel, Link, Page, Text } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { API_TOKEN_LIST, apiTokenListQuery, cannotRevoke, cannotRevokeAll } from '@panel/resources/api-token';
import { apiTokenColumns } from './api-token.columns.tsx';

const PANELS = ['create', 'revoke', 'revoke-all'] as const;
// The list is opened more often than its panels.
const CreatePanel = lazyPanel(async () => (await import('./api-token-create.panel.tsx')).ApiTokenCreatePanel);
const RevokeDialog = lazyPanel(async () => (await import('./api-token-revoke.dialog.tsx')).ApiTokenRevokeDialog);
const RevokeAllDialog = lazyPanel(async () => (await import('./api-token-revoke.dialog.tsx')).ApiTokenRevokeAllDialog);

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(apiTokenListQuery(readListState(search, API_TOKEN_LIST)));

/** /my-account/api-tokens: the keys with which programs use the account. */
export function Component() {
  const { state, change } = useListState(API_TOKEN_LIST);
  const { data, isFetching } = useSuspenseQuery(apiTokenListQuery(state));
  const { panel, of, open, close } = usePanelState(PANELS);
  const chosen = data.pageElements.find(({ id }) => id === of);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => open('create')}>
      Create token
    </Button>
  );
  return (
    <Page
      title="API tokens"
      subtitle="Let your own programs use your account, as far as you allow."
      actions={
        <>
          <Button icon="close" onClick={() => open('revoke-all')} disabledReason={cannotRevokeAll(data)}>
            Revoke all
          </Button>
          {create}
        </>
      }
    >
      <ResourceTable
        caption="API tokens"
        columns={apiTokenColumns}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(token) => [
          {
            key: 'revoke',
            label: 'Revoke',
            icon: 'close',
            danger: true,
            onSelect: () => open('revoke', token.id),
            disabledReason: cannotRevoke(token),
          },
        ]}
        empty={
          <EmptyState
            icon="key"
            title="No API tokens yet"
            text="A token lets a script or a build server call the API in your name, without your password."
            action={create}
          />
        }
      />
      <Text as="p" size="s" tone="muted">
        Tokens keep working when you change your password. Revoke those that you no longer need.{' '}
        <Link href="/openapi.json">All calls and their scopes</Link>
      </Text>
      {panel === 'create' && <CreatePanel onClose={close} />}
      {panel === 'revoke-all' && <RevokeAllDialog onClose={close} />}
      {panel === 'revoke' && chosen && !cannotRevoke(chosen) && <RevokeDialog token={chosen} onClose={close} />}
    </Page>
  );
}
