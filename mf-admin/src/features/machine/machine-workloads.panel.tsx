import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, toldReason, type Machine, type PlacedWorkload } from '@panel/core';
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  formatBytes,
  Inline,
  SidePanel,
  Skeleton,
  Stack,
  Text,
  type MenuItem,
} from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import {
  cannotCancelMove,
  cannotMove,
  isMoving,
  machineWorkloadsQuery,
  MOVE_STATES,
  useCancelMove,
  useMoveWorkload,
  workloadKindLabel,
} from '@panel/resources/machine';

const PAGE_SIZE = 10;

/** How the newest move of a workload is, and why it failed. */
function MoveState({ move }: Pick<PlacedWorkload, 'move'>) {
  // One that succeeded has ended on another machine, and this is a later one.
  if (move === null || move.status === 'succeeded') return '-';
  const { label, tone } = MOVE_STATES[move.status];
  return (
    <Stack gap={1}>
      <Inline>
        <Badge tone={tone}>{label}</Badge>
      </Inline>
      {move.error && <Text size="s">{toldReason(move.error)}</Text>}
    </Stack>
  );
}

const columns: readonly Column<PlacedWorkload>[] = [
  {
    key: 'fqdn',
    title: t('Address'),
    // The panel is too narrow for columns of kind and size.
    render: ({ fqdn, kind, size, isStage, isInBin, partner }) => (
      <Stack gap={1}>
        <Text className="p-break">{fqdn}</Text>
        <Inline gap={2}>
          <Text size="s" tone="muted">
            {partner}
          </Text>
          <Text size="s" tone="muted">
            {workloadKindLabel(kind)}
          </Text>
          {size !== null && (
            <Text size="s" tone="muted">
              {formatBytes(size)}
            </Text>
          )}
          {isStage && <Badge tone="neutral">{t('Staging')}</Badge>}
          {isInBin && <Badge tone="neutral">{t('In the bin')}</Badge>}
        </Inline>
      </Stack>
    ),
  },
  { key: 'move', title: t('Progress'), render: ({ move }) => <MoveState move={move} /> },
];

type Props = { machine: Machine; machines: readonly Machine[]; onDone: (message: string) => void; onClose: () => void };

/** What is on a machine, and where it can move. */
export function MachineWorkloadsPanel({ machine, machines, onDone, onClose }: Props) {
  const [pageIndex, setPageIndex] = useState(0);
  const { data, error, refetch } = useQuery({
    ...machineWorkloadsQuery(machine.id, { pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const move = useMoveWorkload(machine.id, onDone);
  const cancel = useCancelMove(onDone);
  const actionsOf = (row: PlacedWorkload): readonly MenuItem[] => {
    const running = row.move;
    if (running && isMoving(running))
      return [
        {
          key: 'cancel',
          call: 'machine.cancelMove',
          label: t('Cancel the move'),
          icon: 'close',
          disabledReason: cannotCancelMove(running),
          onSelect: () => cancel.mutate(running.taskId),
        },
      ];
    return machines
      .filter(({ id, joinedAt, state }) => id !== machine.id && joinedAt === null && state !== 'revoked')
      .map((to): MenuItem => ({
        key: to.id,
        call: 'machine.move',
        label: t('Move to {name}', { name: to.name }),
        icon: 'server',
        disabledReason: cannotMove(row, machine, to),
        onSelect: () => move.mutate({ workloadId: row.id, to: to.id }),
      }));
  };
  return (
    <SidePanel
      open
      title={t('On {name}', { name: machine.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
      {!data && !error && <Skeleton kind="text" rows={5} />}
      {data && (
        <ResourceTable
          caption={t('Sites and applications')}
          columns={columns}
          query={{ rows: data.pageElements, total: data.totalCount, pageIndex, pageSize: PAGE_SIZE }}
          onChange={({ pageIndex: next = 0 }) => setPageIndex(next)}
          rowKey={({ id }) => id}
          rowLabel={({ fqdn }) => fqdn}
          rowActions={actionsOf}
          empty={<EmptyState icon="server" title={t('Nothing is on it')} text={t('It can be removed.')} />}
        />
      )}
    </SidePanel>
  );
}
