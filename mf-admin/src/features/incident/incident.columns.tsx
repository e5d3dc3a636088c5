import { t } from '@panel/core';
import {
  INCIDENT_KIND_LABELS,
  INCIDENT_STATE_LABELS,
  STATUS_PART_LABELS,
  type IncidentRow,
} from '@panel/resources/incident';
import { Badge, formatDate, Link } from '@panel/ui';
import type { Column } from '@panel/ui/data';

export const WRITE = '/admin/status/write';

/** Where an incident or a maintenance is. */
export function IncidentState({ state }: Pick<IncidentRow, 'state'>) {
  const { label, tone } = INCIDENT_STATE_LABELS[state];
  return <Badge tone={tone}>{label}</Badge>;
}

export const incidentColumns: readonly Column<IncidentRow>[] = [
  { key: 'title', title: t('Title'), render: ({ id, title }) => <Link to={`${WRITE}/${id}`}>{title}</Link> },
  { key: 'kind', title: t('Kind'), hideBelow: 'md', render: ({ kind }) => INCIDENT_KIND_LABELS[kind] },
  { key: 'state', title: t('State'), render: ({ state }) => <IncidentState state={state} /> },
  {
    key: 'parts',
    title: t('Parts'),
    hideBelow: 'md',
    render: ({ parts }) => parts.map((part) => STATUS_PART_LABELS[part]).join(' · '),
  },
  { key: 'from', title: t('From'), sortable: true, render: ({ from }) => formatDate(from) },
  { key: 'until', title: t('Until'), hideBelow: 'md', render: ({ until }) => formatDate(until) },
];
