import { t } from '@panel/core';
import { ButtonLink, EmptyState, Select } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { MIGRATION_LIST, migrationListQuery, NEW_MIGRATION_PATH, statusFilter } from '@panel/resources/migration';
import { MIGRATION_PANELS, migrationActions } from './migration.actions.ts';
import { migrationColumns } from './migration.columns.tsx';
import { MigrationPanels } from './migration-panels.tsx';

const source = { list: MIGRATION_LIST, query: migrationListQuery };
export const prefetch = prefetchList(source);

const Start = () => (
  <ButtonLink kind="primary" icon="migration" to={NEW_MIGRATION_PATH}>
    {t('Start migration')}
  </ButtonLink>
);

/** /migrations */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Migrations')}
    actions={({ isEmpty }) => !isEmpty && <Start />}
    caption={t('Your migrations')}
    columns={migrationColumns}
    rowKey={({ id }) => id}
    rowLabel={({ fqdn }) => fqdn}
    panels={MIGRATION_PANELS}
    rowActions={(migration, { open }) => migrationActions(migration, open)}
    search={t('Search migrations')}
    filters={({ state, change }) => (
      <Select {...statusFilter(state.filters['status'] ?? [], (status) => change({ filters: { status } }))} />
    )}
    empty={() => (
      <EmptyState
        icon="migration"
        preview
        title={t('No migrations yet')}
        text={t(
          'Move a site from another host: upload a backup of it, or give us a link to one. Your present site stays as it is.',
        )}
        action={<Start />}
      />
    )}
  >
    {({ panel, chosen, close }) => <MigrationPanels panel={panel} migration={chosen} onClose={close} />}
  </ListPage>
);
