import { t } from '@panel/core';
import { EmptyState } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { APP_LIST, appListQuery } from '@panel/resources/app';
import { appColumns } from './app.columns.tsx';

const source = { list: APP_LIST, query: appListQuery };
export const prefetch = prefetchList(source);

/** /apps: the applications of the account. This version cannot create one. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('My Applications')}
    subtitle={t('Front-end and full-stack applications of your account.')}
    caption={t('Applications')}
    columns={appColumns}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    search={t('Search applications')}
    empty={() => (
      <EmptyState
        preview
        icon="apps"
        title={t('No applications yet')}
        text={t('Applications you deploy appear here, with their address and plan.')}
      />
    )}
  />
);
