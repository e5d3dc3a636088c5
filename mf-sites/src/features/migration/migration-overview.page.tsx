import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, usePanelState, type Migration, t, told } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Page, Stack, StatusBadge, TaskProgress, Text } from '@panel/ui';
import {
  cannotChangeAddress,
  cannotDelete,
  cannotMoveTo,
  migrationPath,
  migrationQuery,
  MIGRATIONS_PATH,
  nextStep,
  useRetryMigration,
} from '@panel/resources/migration';
import { isEnded, useTaskProgress } from '@panel/resources/task';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { MIGRATION_PANELS, type MigrationPanel } from './migration.actions.ts';
import { MigrationCarried } from './migration-carried.card.tsx';
import { MigrationFacts } from './migration-facts.tsx';
import { MigrationPages } from '@panel/workload/migration';
import { MigrationPanels } from './migration-panels.tsx';

export const prefetch = prefetchOf((id) => [migrationQuery(id)]);

/** /migrations/overview/{id}. Without an id the list is shown. */
export const Component = siteComponent(Overview, MIGRATIONS_PATH);

/** Why it failed, or why the copy did not get its address. */
function Failure({ migration }: { migration: Migration }) {
  const navigate = useNavigate();
  const retry = useRetryMigration(migration, (next) => void navigate(migrationPath(next)));
  if (migration.error === null) return null;
  return migration.status === 'failed' ? (
    <Banner
      kind="danger"
      title={t('This migration failed')}
      action={
        <Button size="s" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('Try again')}
        </Button>
      }
    >
      {told(migration.error)}
    </Banner>
  ) : (
    <Banner kind="danger" title={t('The copy could not be moved to {fqdn}', { fqdn: migration.fqdn })}>
      {told(migration.error)}
    </Banner>
  );
}

/** In which a task prepares the archive, or copies or moves the site. */
const WORKED_ON: readonly Migration['status'][] = ['pending', 'inprogress', 'completed'];

/** That task, while it works. */
function Work({ migration: { status, task_id } }: { migration: Migration }) {
  const progress = useTaskProgress(WORKED_ON.includes(status) ? task_id : null);
  return progress && !isEnded(progress.task) ? <TaskProgress {...progress} /> : null;
}

type ActionsProps = { migration: Migration; open: (panel: MigrationPanel) => void };

function Actions({ migration, open }: ActionsProps) {
  if (!cannotMoveTo(migration, 'cancelled'))
    return (
      <Button icon="stop" onClick={() => open('cancel')}>
        {t('Cancel migration')}
      </Button>
    );
  return (
    <>
      {migration.status === 'completed' && migration.site_url && (
        <ButtonLink icon="globe" href={migration.site_url} newTab>
          {t('See the copy')}
        </ButtonLink>
      )}
      <Button icon="trash" disabledReason={cannotDelete(migration)} onClick={() => open('delete')}>
        {t('Delete')}
      </Button>
      {migration.status === 'completed' && (
        <Button kind="primary" icon="rocket" onClick={() => open('cut-over')}>
          {t('Move to its address')}
        </Button>
      )}
    </>
  );
}

function Overview({ id }: { id: string }) {
  const { data: migration, error } = useSuspenseQuery(migrationQuery(id));
  const { panel, open, close } = usePanelState(MIGRATION_PANELS);
  const navigate = useNavigate();
  // Earlier data stays while the network is down, but not when the migration is gone.
  if (error instanceof ApiError && error.status === 404) throw error;
  const trail = [
    { title: t('Dashboard'), to: '/dashboard' },
    { title: t('Migrations'), to: MIGRATIONS_PATH },
    { title: migration.fqdn },
  ];
  return (
    <Page
      title={migration.fqdn}
      badge={<StatusBadge status={migration.status} kind="migration" />}
      breadcrumb={trail}
      banner={<Failure migration={migration} />}
      actions={<Actions migration={migration} open={open} />}
    >
      <Stack gap={5}>
        <Work migration={migration} />
        <Card
          title={t('What happens next')}
          actions={
            !cannotChangeAddress(migration) && (
              <Button size="s" icon="edit" onClick={() => open('address')}>
                {t('Change the new address')}
              </Button>
            )
          }
        >
          <Text as="p">{nextStep(migration)}</Text>
        </Card>
        <MigrationCarried migration={migration} />
        <MigrationPages migration={migration} />
        <MigrationFacts migration={migration} />
      </Stack>
      <MigrationPanels
        panel={panel}
        migration={migration}
        onClose={close}
        onDeleted={() => void navigate(MIGRATIONS_PATH, { replace: true })}
      />
    </Page>
  );
}
