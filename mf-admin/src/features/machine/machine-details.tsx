import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, t, type Machine, type MachineHistory } from '@panel/core';
import {
  AreaChart,
  Button,
  ErrorState,
  formatBytes,
  formatDate,
  Heading,
  Inline,
  RelativeTime,
  SegmentedControl,
  SidePanel,
  Skeleton,
  Stack,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { machineHistoryQuery, workloadLabels } from '@panel/resources/machine';
import { Free, Lines, loadOf, MachineMarks, rolesOf } from './machine.columns.tsx';

type Sample = MachineHistory['samples'][number];
const MEASURES = [
  { value: 'memory', label: t('Free memory'), of: ({ memoryFree }: Sample) => memoryFree, format: formatBytes },
  { value: 'disk', label: t('Free disk'), of: ({ diskFree }: Sample) => diskFree, format: formatBytes },
  { value: 'load', label: t('Load'), of: ({ load }: Sample) => load, format: (value: number) => formatNumber(value) },
] as const;

/** What was measured over a day, one measure at a time. */
function History({ id }: { id: string }) {
  const [chosen, setChosen] = useState<(typeof MEASURES)[number]['value']>('memory');
  const { data, error, refetch } = useQuery(machineHistoryQuery(id));
  const { label, of, format } = MEASURES.find(({ value }) => value === chosen) ?? MEASURES[0];
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Heading level={3}>{t('Last 24 hours')}</Heading>
        <SegmentedControl label={t('Measure')} segments={MEASURES} value={chosen} onChange={setChosen} />
      </Inline>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
      {!data && !error && <Skeleton kind="text" rows={3} />}
      {data && (
        <AreaChart
          title={label}
          format={format}
          points={data.samples.map((sample) => ({ at: formatDate(sample.at), value: of(sample) }))}
        />
      )}
    </Stack>
  );
}

/** One machine: what it has, runs and can do, and how it was over a day. */
export function MachineDetails({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { now, capabilities, revoked, joinedAt, address } = machine;
  return (
    <SidePanel open title={machine.name} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <Stack gap={5}>
        <DataList
          items={[
            { key: 'state', label: t('State'), value: <MachineMarks machine={machine} /> },
            { key: 'roles', label: t('Roles'), value: rolesOf(machine) },
            { key: 'runs', label: t('What is on it'), value: <Lines lines={workloadLabels(machine)} /> },
            { key: 'memory', label: t('Free memory'), value: <Free free={now.memoryFree} total={now.memoryTotal} /> },
            { key: 'disk', label: t('Free disk'), value: <Free free={now.diskFree} total={now.diskTotal} /> },
            { key: 'load', label: t('Load'), value: loadOf(machine) },
            { key: 'php', label: t('PHP versions'), value: capabilities.php.join(', ') || '-' },
            { key: 'databases', label: t('Databases of WordPress'), value: capabilities.databases.join(', ') || '-' },
            joinedAt === null && {
              key: 'reached',
              label: t('Other machines'),
              value: machine.isReached ? t('Reach it') : t('Can’t reach it: MACHINES_PORT is off'),
            },
            { key: 'version', label: t('Version of the panel'), value: machine.version || '-' },
            { key: 'seen', label: t('Last seen'), value: <RelativeTime at={machine.seenAt} /> },
            { key: 'since', label: t('Known since'), value: <RelativeTime at={machine.since} /> },
            joinedAt !== null && { key: 'joined', label: t('Joined from'), value: address ?? '-' },
            revoked !== null && {
              key: 'revoked',
              label: t('Revoked'),
              value: t('{at} by {by}', { at: formatDate(revoked.at), by: revoked.by }),
            },
          ]}
        />
        <History id={machine.id} />
      </Stack>
    </SidePanel>
  );
}
