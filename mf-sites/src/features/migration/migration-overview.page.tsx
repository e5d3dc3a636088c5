import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, queryClient, usePanelState, type Migration, type PageContext } from '@panel/core';
import { Navigate, useNavigate, useParams } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Page, Stack, StatusBadge, Text } from '@panel/ui';
import {
  cannotDelete,
  cannotMoveTo,
  migrationQuery,
  MIGRATIONS_PATH,
  NEW_MIGRATION_PATH,
  nextStep,
} from '@panel/resources/migration';
import { MIGRATION_PANELS } from './migration.actions.ts';
import { MigrationFacts } from './migration-facts.tsx';
import { MigrationPanels } from './migration-panels.tsx';

export const prefetch = ({ params: { id } }: PageContext) => id && queryClient.prefetchQuery(migrationQuery(id));

/** /migrations/overview/{id}. Without an id the list is shown. */
export function Component() {
  const { id } = useParams();
  return id ? <Overview id={id} /> : <Navigate to={MIGRATIONS_PATH} replace />;
}

const Failed = ({ error }: Pick<Migration, 'error'>) => (
  <Banner
    kind="danger"
    title="This migration failed"
    action={
      <ButtonLink size="s" to={NEW_MIGRATION_PATH}>
        Start a new migration
      </ButtonLink>
    }
  >
    {error}
  </Banner>
);

function Overview({ id }: { id: string }) {
  const { data: migration, error } = useSuspenseQuery(migrationQuery(id));
  const { panel, open, close } = usePanelState(MIGRATION_PANELS);
  const navigate = useNavigate();
  // Earlier data stays while the network is down, but not when the migration is gone.
  if (error instanceof ApiError && error.status === 404) throw error;
  const trail = [
    { title: 'Dashboard', to: '/dashboard' },
    { title: 'Migrations', to: MIGRATIONS_PATH },
    { title: migration.fqdn },
  ];
  return (
    <Page
      title={migration.fqdn}
      badge={<StatusBadge status={migration.status} kind="migration" />}
      breadcrumb={trail}
      banner={migration.status === 'failed' && <Failed error={migration.error} />}
      actions={
        cannotMoveTo(migration, 'cancelled') ? (
          <Button icon="trash" disabledReason={cannotDelete(migration)} onClick={() => open('delete')}>
            Delete
          </Button>
        ) : (
          <Button icon="stop" onClick={() => open('cancel')}>
            Cancel migration
          </Button>
        )
      }
    >
      <Stack gap={5}>
        <Card title="What happens next">
          <Text as="p">{nextStep(migration)}</Text>
        </Card>
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
