import { t } from '@panel/core';
import type { HealthEvent, HealthHour, PanelProcess } from '@panel/core';
import { Badge, formatBytes, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { durationLabel, HEALTH_KINDS, workLabel } from '@panel/resources/health';

export const processColumns: readonly Column<PanelProcess>[] = [
  { key: 'name', title: t('Process'), render: ({ name }) => <Text mono>{name}</Text> },
  { key: 'roles', title: t('Roles'), hideBelow: 'md', render: ({ roles }) => roles },
  {
    key: 'memory',
    title: t('Memory'),
    render: ({ rssBytes, limitBytes }) =>
      t('{used} of {limit}', { used: formatBytes(rssBytes), limit: formatBytes(limitBytes) }),
  },
  {
    key: 'state',
    title: t('State'),
    render: ({ shedding }) =>
      shedding ? <Badge tone="warning">{t('Refuses new work')}</Badge> : <Badge tone="success">{t('Works')}</Badge>,
  },
  { key: 'started', title: t('Started'), hideBelow: 'md', render: ({ startedAt }) => <RelativeTime at={startedAt} /> },
];

function WhatRan({ works, stack }: HealthEvent) {
  if (works.length === 0) return <Text tone="muted">{t('Unknown')}</Text>;
  return (
    <Stack gap={1}>
      {works.map((work, index) => (
        <Text key={index} size="s" tone={index === 0 ? 'default' : 'soft'} className="p-break">
          {workLabel(work)}
        </Text>
      ))}
      {stack.slice(0, 5).map((frame) => (
        <Text key={frame} mono size="s" tone="soft" className="p-break">
          {frame}
        </Text>
      ))}
    </Stack>
  );
}

export const eventColumns: readonly Column<HealthEvent>[] = [
  {
    key: 'kind',
    title: t('What happened'),
    width: '140px',
    render: ({ kind }) => <Badge tone={HEALTH_KINDS[kind].tone}>{HEALTH_KINDS[kind].label}</Badge>,
  },
  { key: 'at', title: t('When'), width: '132px', render: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'ms',
    title: t('How long'),
    align: 'end',
    width: '112px',
    render: ({ ms }) => (ms > 0 ? durationLabel(ms) : '-'),
  },
  { key: 'works', title: t('What ran'), render: (event) => <WhatRan {...event} /> },
  {
    key: 'process',
    title: t('Process'),
    width: '132px',
    hideBelow: 'lg',
    render: ({ process, rssBytes }) => (
      <Stack gap={1}>
        <Text mono size="s">
          {process}
        </Text>
        <Text size="s" tone="soft">
          {formatBytes(rssBytes)}
        </Text>
      </Stack>
    ),
  },
];

export const hourColumns: readonly Column<HealthHour>[] = [
  { key: 'hour', title: t('Hour'), render: ({ hour }) => <RelativeTime at={hour} /> },
  { key: 'kind', title: t('What happened'), render: ({ kind }) => HEALTH_KINDS[kind].label },
  { key: 'count', title: t('How often'), align: 'end', render: ({ count }) => count },
  {
    key: 'longest',
    title: t('Longest'),
    align: 'end',
    render: ({ longestMs }) => (longestMs > 0 ? durationLabel(longestMs) : '-'),
  },
];
