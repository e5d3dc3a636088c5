import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type Leftover, type Machine } from '@panel/core';
import { ConfirmDialog, ErrorState, formatBytes, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { leftoversQuery, useRemoveLeftovers } from '@panel/resources/machine';

const PAGE_SIZE = 10;

const columns: readonly Column<Leftover>[] = [
  { key: 'fqdn', title: t('Address'), render: ({ fqdn, id }) => <Text className="p-break">{fqdn ?? id}</Text> },
  { key: 'bytes', title: t('Size'), render: ({ bytes }) => formatBytes(bytes) },
  { key: 'changed', title: t('Last changed'), render: ({ changedAt }) => <RelativeTime at={changedAt} /> },
];

type Props = { machine: Machine; onClose: () => void; onDone: (message: string) => void };

/** What is left on a machine of sites that were restored elsewhere; deleted only here. */
export function MachineLeftoversDialog({ machine, onClose, onDone }: Props) {
  const [pageIndex, setPageIndex] = useState(0);
  const { data, error, refetch } = useQuery({
    ...leftoversQuery(machine.id, { pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const remove = useRemoveLeftovers((message) => {
    onClose();
    onDone(message);
  });
  return (
    <ConfirmDialog
      title={t('Delete what is left on {name}?', { name: machine.name })}
      confirmLabel={t('Delete leftover files')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(machine.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t(
            'These sites and applications were restored elsewhere. Their folders here may have changes that no backup has. Copy what you need from them first: this can’t be undone.',
          )}
        </Text>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
        {!data && !error && <Skeleton kind="text" rows={4} />}
        {data && (
          <ResourceTable
            caption={t('Leftover files')}
            columns={columns}
            query={{ rows: data.pageElements, total: data.totalCount, pageIndex, pageSize: PAGE_SIZE }}
            onChange={({ pageIndex: next = 0 }) => setPageIndex(next)}
            rowKey={({ id }) => id}
            rowLabel={({ fqdn, id }) => fqdn ?? id}
            empty={<Text>{t('Nothing is left on it.')}</Text>}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
