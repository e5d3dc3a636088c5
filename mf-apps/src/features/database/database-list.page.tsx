import { t } from '@panel/core';
import { EmptyState } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { cannotOpenDatabase, DATABASE_LIST, databaseListQuery } from '@panel/resources/database';
import { DatabaseAccessPanel } from './database-access.panel.tsx';
import { databaseColumns } from './database.columns.tsx';

const source = { list: DATABASE_LIST, query: databaseListQuery, panels: ['open'] } as const;
export const prefetch = prefetchList(source);

/** /db: the databases of sites and applications. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Databases')}
    caption={t('Databases')}
    columns={databaseColumns}
    rowKey={({ id }) => id}
    rowLabel={({ fqdn }) => fqdn}
    rowActions={(row, { open }) => [
      {
        key: 'open',
        label: t('Open database'),
        icon: 'external',
        onSelect: () => open('open', row.id),
        disabledReason: row.access === 'none' ? cannotOpenDatabase(row) : undefined,
      },
    ]}
    search={t('Search databases')}
    empty={() => (
      <EmptyState
        icon="db"
        title={t('No databases yet')}
        text={t(
          'A WordPress site has a database, and an application can get one. They appear here once they are created.',
        )}
      />
    )}
  >
    {({ panel, chosen, close }) =>
      panel === 'open' && chosen?.access === 'browser' && <DatabaseAccessPanel row={chosen} onClose={close} />
    }
  </ListPage>
);
