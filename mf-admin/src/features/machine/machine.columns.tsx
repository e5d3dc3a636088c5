import { formatNumber, t, type Machine } from '@panel/core';
import { Badge, formatBytes, Inline, RelativeTime, ResourceName, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import {
  clockLabel,
  emptyingLabel,
  MACHINE_ROLES,
  MACHINE_STATES,
  recoveryLabel,
  workloadLabels,
} from '@panel/resources/machine';

/** A machine with little of something works badly soon. */
const LITTLE = 0.1;

/** Free and total, marked when little is left. */
export const Free = ({ free, total }: { free: number; total: number }) => (
  <Text {...(total > 0 && free < total * LITTLE && { tone: 'danger', weight: 'medium' })}>
    {t('{free} of {total}', { free: formatBytes(free), total: formatBytes(total) })}
  </Text>
);

/** The state of a machine, and what is wrong with its clock. */
export const MachineMarks = ({ machine }: { machine: Machine }) => {
  const { label, tone } = MACHINE_STATES[machine.state];
  const clock = clockLabel(machine);
  const emptying = emptyingLabel(machine);
  const failed = machine.emptying?.failed ?? 0;
  const recovery = recoveryLabel(machine);
  return (
    <Inline gap={1}>
      <Badge tone={tone}>{label}</Badge>
      {machine.isDrained && <Badge tone="warning">{t('Drained')}</Badge>}
      {emptying !== null && <Badge tone={emptying.tone}>{emptying.label}</Badge>}
      {failed > 0 && <Badge tone="danger">{t('{count} could not be moved', { count: formatNumber(failed) })}</Badge>}
      {recovery !== null && <Badge tone={recovery.tone}>{recovery.label}</Badge>}
      {clock !== null && <Badge tone="warning">{clock}</Badge>}
    </Inline>
  );
};

/** Texts one below the other, or a dash. */
export const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    '-'
  ) : (
    <Stack gap={1}>
      {lines.map((line) => (
        <Text key={line} size="s">
          {line}
        </Text>
      ))}
    </Stack>
  );

export const rolesOf = ({ roles }: Machine): string => roles.map((role) => MACHINE_ROLES[role]).join(', ') || '-';

/** The load by processor, because four are busy at 4 and one at 1. */
export const loadOf = ({ now, capabilities }: Machine): string =>
  t('{load} of {cpus}', {
    load: formatNumber(Math.round(now.load * 10) / 10),
    cpus: t('{cpus, plural, one {# processor} other {# processors}}', { cpus: capabilities.cpus }),
  });

export const machineColumns = (hrefOf: (machine: Machine) => string): readonly Column<Machine>[] => [
  {
    key: 'name',
    title: t('Machine'),
    render: (machine) => (
      <ResourceName
        icon="server"
        title={machine.isThis ? t('{name} (this one)', { name: machine.name }) : machine.name}
        detail={rolesOf(machine)}
        to={hrefOf(machine)}
      />
    ),
  },
  { key: 'state', title: t('State'), render: (machine) => <MachineMarks machine={machine} /> },
  {
    key: 'runs',
    title: t('What is on it'),
    width: '160px',
    hideBelow: 'md',
    render: (machine) => <Lines lines={workloadLabels(machine)} />,
  },
  {
    key: 'memory',
    title: t('Free memory'),
    render: ({ now }) => <Free free={now.memoryFree} total={now.memoryTotal} />,
  },
  {
    key: 'disk',
    title: t('Free disk'),
    hideBelow: 'md',
    render: ({ now }) => <Free free={now.diskFree} total={now.diskTotal} />,
  },
  { key: 'load', title: t('Load'), width: '150px', hideBelow: 'lg', render: loadOf },
  { key: 'version', title: t('Version'), hideBelow: 'xl', render: ({ version }) => version || '-' },
  { key: 'seen', title: t('Last seen'), render: ({ seenAt }) => <RelativeTime at={seenAt} /> },
];
