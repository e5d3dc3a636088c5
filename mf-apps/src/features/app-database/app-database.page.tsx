import { useState, type ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import type { AppDatabase as Found } from '@panel/contract';
import { Badge, Banner, Bytes, Button, Card, EmptyState, Link, RelativeTime, Stack, TaskProgress } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  appBackupPath,
  appDatabasePath,
  appDatabaseQuery,
  cannotChangeDatabase,
  cannotCreateDatabase,
  databaseStatusLabels,
  useChangeDatabase,
} from '@panel/resources/app';
import { useTaskProgress } from '@panel/resources/task';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { CredentialsCard } from './credentials.card.tsx';
import { DatabaseDeleteDialog } from './database-delete.dialog.tsx';

export const prefetch = prefetchApp((id) => [appDatabaseQuery(id)]);

/** /manage-app/database: the PostgreSQL database of an application. */
export const Component = appComponent(AppDatabase);

function AppDatabase({ app }: { app: App }) {
  const { data: given } = useSuspenseQuery(appDatabaseQuery(app.id));
  const create = useChangeDatabase(app.id, 'create');
  const progress = useTaskProgress(given.task_id);
  const { database } = given;
  // One that its first build was to make, and that build failed before.
  const isLeft = database?.status === 'creating' && given.task_id === null;
  const canTry = database === null || database.status === 'failed' || isLeft;
  const button = canTry && (
    <Button
      kind="primary"
      icon="db"
      loading={create.isPending}
      disabledReason={cannotCreateDatabase(app, given)}
      onClick={() => create.mutate()}
    >
      {t('Create database')}
    </Button>
  );
  return (
    <AppPage app={app} title={t('Database')}>
      <Stack gap={4}>
        {given.missing !== null && <Banner kind="warning">{given.missing}</Banner>}
        {app.part === 'frontend' && app.other_part && (
          <Banner kind="info">
            {t('The back end of this application has a database of its own.')}{' '}
            <Link to={appDatabasePath(app.other_part.id)}>{t('Open the database of the back end')}</Link>
          </Banner>
        )}
        {create.error && (
          <Banner kind="danger" live>
            {create.error.message}
          </Banner>
        )}
        {progress && <TaskProgress {...progress} />}
        {database === null ? (
          <EmptyState
            icon="db"
            title={t('No database yet')}
            text={t('A PostgreSQL database of its own. Your code finds its address in the variable DATABASE_URL.')}
            action={button}
          />
        ) : (
          <>
            {database.error !== null && (
              <Banner kind="danger" title={t('The last change failed')}>
                {database.error}
              </Banner>
            )}
            <Facts database={database} action={button} app={app} cannot={cannotChangeDatabase(given)} />
            {(database.status === 'ready' || database.status === 'changing') && (
              <CredentialsCard app={app} given={given} database={database} />
            )}
          </>
        )}
      </Stack>
    </AppPage>
  );
}

function LastBackup({ app, at }: { app: App; at: string | null }) {
  return (
    <>
      {at ? <RelativeTime at={at} /> : t('Never')} <Link to={appBackupPath(app.id)}>{t('Backups')}</Link>
    </>
  );
}

type FactsProps = { app: App; database: Found; action: ReactNode; cannot: string | undefined };

function Facts({ app, database, action, cannot }: FactsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { label, tone } = databaseStatusLabels[database.status];
  return (
    <Card
      title={t('PostgreSQL')}
      actions={
        <>
          {action}
          <Button size="s" kind="danger" icon="trash" disabledReason={cannot} onClick={() => setIsDeleting(true)}>
            {t('Delete database')}
          </Button>
        </>
      }
    >
      <DataList
        columns={2}
        items={[
          { key: 'status', label: t('Status'), value: <Badge tone={tone}>{label}</Badge> },
          { key: 'size', label: t('Size'), value: database.bytes === null ? null : <Bytes value={database.bytes} /> },
          { key: 'name', label: t('Name'), value: database.name },
          { key: 'created', label: t('Created'), value: <RelativeTime at={database.created_at} /> },
          { key: 'backup', label: t('Last backup'), value: <LastBackup app={app} at={database.last_backup_at} /> },
        ]}
      />
      {isDeleting && <DatabaseDeleteDialog app={app} onClose={() => setIsDeleting(false)} />}
    </Card>
  );
}
