import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatNumber, t, type Machine, type RecoverableWorkload } from '@panel/core';
import { Badge, ConfirmDialog, ErrorState, Inline, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { recoveryPlanQuery, useRecoverMachine, workloadKindLabel } from '@panel/resources/machine';

const PAGE_SIZE = 10;

const columns: readonly Column<RecoverableWorkload>[] = [
  {
    key: 'fqdn',
    title: t('Address'),
    render: ({ fqdn, kind, partner, isStage }) => (
      <Stack gap={1}>
        <Text className="p-break">{fqdn}</Text>
        <Inline gap={2}>
          <Text size="s" tone="muted">
            {partner}
          </Text>
          <Text size="s" tone="muted">
            {workloadKindLabel(kind)}
          </Text>
          {isStage && <Badge tone="neutral">{t('Staging')}</Badge>}
        </Inline>
      </Stack>
    ),
  },
  {
    key: 'backup',
    title: t('Newest proven backup'),
    render: ({ backupAt }) =>
      backupAt === null ? <Badge tone="danger">{t('None: stays unavailable')}</Badge> : <RelativeTime at={backupAt} />,
  },
];

type Props = { machine: Machine; onClose: () => void; onDone: (message: string) => void };

/** Names what is restored elsewhere, how old it will be, and what cannot be, before it happens. */
export function MachineRecoverDialog({ machine, onClose, onDone }: Props) {
  const [pageIndex, setPageIndex] = useState(0);
  const { data, error, refetch } = useQuery({
    ...recoveryPlanQuery(machine.id, { pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const recover = useRecoverMachine((message) => {
    onClose();
    onDone(message);
  });
  const without = data ? data.totalCount - data.restorable : 0;
  return (
    <ConfirmDialog
      title={t('Restore everything on {name} elsewhere?', { name: machine.name })}
      confirmLabel={t('Restore elsewhere')}
      danger
      busy={recover.isPending}
      error={recover.error}
      onConfirm={() => recover.mutate(machine.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t(
            'Other machines restore each site and application from its newest proven backup. Changes after that backup are lost. Addresses, DNS and certificates stay the same.',
          )}
        </Text>
        <Text as="p">
          {t(
            'If this machine comes back, it no longer serves what was restored elsewhere. You can then look at what is left on it, and delete it.',
          )}
        </Text>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
        {!data && !error && <Skeleton kind="text" rows={4} />}
        {data && (
          <>
            <Text as="p" weight="medium">
              {t('{restorable} can be restored, {without} can’t.', {
                restorable: formatNumber(data.restorable),
                without: formatNumber(without),
              })}
            </Text>
            {data.oldestAt !== null && (
              <Text as="p" tone="muted">
                {t('The oldest of these backups was made')} <RelativeTime at={data.oldestAt} />
              </Text>
            )}
            <ResourceTable
              caption={t('Sites and applications')}
              columns={columns}
              query={{ rows: data.pageElements, total: data.totalCount, pageIndex, pageSize: PAGE_SIZE }}
              onChange={({ pageIndex: next = 0 }) => setPageIndex(next)}
              rowKey={({ id }) => id}
              rowLabel={({ fqdn }) => fqdn}
              empty={<Text>{t('Nothing is on it. What could not be restored is tried again.')}</Text>}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
