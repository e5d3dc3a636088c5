import { useQuery } from '@tanstack/react-query';
import { t, told, type Migration, type Task } from '@panel/core';
import { Button, formatBytes, formatElapsed, Link, SidePanel, Stack, StatusBadge, Text } from '@panel/ui';
import { createdColumn, DataList, factOf } from '@panel/ui/data';
import { comparedLabel, typeLabel, waitingFor } from '@panel/resources/migration';
import { taskQuery } from '@panel/resources/task';
import { MigrationPages } from '@panel/workload/migration';
import { waitingColumn } from './migration.columns.tsx';

type Step = Task['steps'][number];

/** A step that has begun, with how long it took or has taken so far. */
const timeOf = ({ name, title, started, ended, ...rest }: Step) =>
  started !== null && {
    key: name,
    label: told(title, rest),
    value: formatElapsed(Date.parse(ended ?? new Date().toISOString()) - Date.parse(started)),
  };

/** How long each step of the newest task took. */
function StepTimes({ taskId }: { taskId: string }) {
  const { data: task } = useQuery(taskQuery(taskId));
  if (!task?.steps.some(({ started }) => started !== null)) return null;
  return (
    <section aria-label={t('Times by step')}>
      <Stack gap={2}>
        <Text as="h3" weight="medium">
          {t('Times by step')}
        </Text>
        <DataList items={task.steps.map(timeOf)} />
      </Stack>
    </section>
  );
}

/** One customer's migration for staff. */
export const MigrationDetails = ({ migration, onClose }: { migration: Migration; onClose: () => void }) => (
  <SidePanel open title={migration.fqdn} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <Stack gap={5}>
      <DataList
        items={[
          { key: 'status', label: t('Status'), value: <StatusBadge status={migration.status} kind="migration" /> },
          migration.error !== null && { key: 'error', label: t('Reason'), value: migration.error },
          { key: 'customer', label: t('Customer'), value: migration.customer_email },
          { key: 'type', label: t('Type'), value: typeLabel(migration.type) },
          {
            key: 'from',
            label: t('Present address'),
            value: migration.source_url && (
              <Link href={migration.source_url} newTab>
                {migration.source_url}
              </Link>
            ),
          },
          migration.file_size !== null && {
            key: 'file',
            label: t('Backup'),
            value: `${migration.file_name}, ${formatBytes(migration.file_size)}`,
          },
          migration.sharingLink !== null && {
            key: 'link',
            label: t('Sharing link'),
            value: <Text className="p-break">{migration.sharingLink}</Text>,
          },
          migration.site_url !== null && {
            key: 'site',
            label: t('The copy'),
            value: (
              <Link href={migration.site_url} newTab>
                {migration.site_url}
              </Link>
            ),
          },
          migration.rehearsal !== null && {
            key: 'pages',
            label: t('Pages compared'),
            value: comparedLabel(migration.rehearsal),
          },
          factOf(createdColumn, migration),
          waitingFor(migration) && factOf(waitingColumn, migration),
        ]}
      />
      {migration.task_id !== null && <StepTimes taskId={migration.task_id} />}
      <MigrationPages migration={migration} />
    </Stack>
  </SidePanel>
);
