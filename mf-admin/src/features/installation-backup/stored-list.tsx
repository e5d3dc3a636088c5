import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type StoredInstallationBackup, type StoredInstallationBackups } from '@panel/core';
import { INSTALLATION_BACKUP_STATES, installationBackupQuery } from '@panel/resources/installation-backup';
import {
  Badge,
  Banner,
  Button,
  Disclosure,
  EmptyState,
  ErrorState,
  formatBytes,
  RelativeTime,
  Skeleton,
  Stack,
  Text,
} from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';

const nameOf = ({ id }: StoredInstallationBackup): string => id;

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="p-list" aria-label={title}>
      {lines.map((line, index) => (
        <li key={index} className="p-break">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** What a backup does not have, read from its storage once somebody asks. */
function Details({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(installationBackupQuery(id));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} level={3} />;
  if (!data) return <Skeleton kind="text" rows={2} />;
  return (
    <Stack gap={2}>
      <Text size="s" tone="muted">
        {t('Version {version}', { version: data.panel })}
      </Text>
      {data.remarks.length === 0 && data.without.length === 0 && <Text>{t('Nothing is missing.')}</Text>}
      <Lines title={t('Remarks')} lines={data.remarks} />
      <Lines title={t('Kept elsewhere, and not part of it')} lines={data.without} />
    </Stack>
  );
}

function Remarks({ id, state, remarks }: StoredInstallationBackup) {
  const [open, setOpen] = useState(false);
  if (state !== 'complete') return '-';
  const summary =
    remarks === null ? t('Show') : t('{remarks, plural, =0 {None} one {# remark} other {# remarks}}', { remarks });
  return (
    <Disclosure summary={summary} onToggle={setOpen}>
      {open && <Details id={id} />}
    </Disclosure>
  );
}

const columns: readonly Column<StoredInstallationBackup>[] = [
  { key: 'made', title: t('Made'), render: ({ createdAt, id }) => (createdAt ? <RelativeTime at={createdAt} /> : id) },
  {
    key: 'state',
    title: t('State'),
    render: ({ state }) => (
      <Badge tone={INSTALLATION_BACKUP_STATES[state].tone}>{INSTALLATION_BACKUP_STATES[state].label}</Badge>
    ),
  },
  { key: 'size', title: t('Size'), align: 'end', render: ({ size }) => (size === null ? '-' : formatBytes(size)) },
  { key: 'panel', title: t('Version of the panel'), hideBelow: 'md', render: ({ panel }) => panel ?? '-' },
  { key: 'remarks', title: t('Remarks'), render: (backup) => <Remarks {...backup} /> },
];

const TROUBLE = {
  away: t('The storage does not answer'),
  unreadable: t('The list of backups at the storage cannot be read'),
} as const;

/** The backups that the storage lists, or why it lists none. */
export function StoredList({
  stored: { state, reason, backups, more },
  onRetry,
}: {
  stored: StoredInstallationBackups;
  onRetry: () => void;
}) {
  if (state === 'away' || state === 'unreadable')
    return (
      <Banner kind="danger" title={TROUBLE[state]} action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
        <span className="p-break">{reason}</span>
      </Banner>
    );
  return (
    <Stack gap={3}>
      <ResourceTable
        caption={t('Backups at the storage')}
        columns={columns}
        query={{ rows: backups, total: backups.length, pageIndex: 0, pageSize: Math.max(1, backups.length) }}
        whole
        onChange={() => undefined}
        rowKey={nameOf}
        empty={<EmptyState icon="server" title={t('No backups yet')} text={t('They will appear here.')} />}
      />
      {more > 0 && (
        <Text tone="muted">{t('{more, plural, one {One more is} other {# more are}} not shown.', { more })}</Text>
      )}
    </Stack>
  );
}
