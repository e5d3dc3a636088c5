import { formatNumber, t } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';
import type { Incident, IncidentRow } from './incident.queries.ts';

type Labels<T extends string> = Readonly<Record<T, { label: string; tone: StatusTone }>>;

export const INCIDENT_KIND_LABELS: Readonly<Record<IncidentRow['kind'], string>> = {
  incident: t('Incident'),
  maintenance: t('Planned maintenance'),
};

export const INCIDENT_STATE_LABELS: Labels<IncidentRow['state']> = {
  planned: { label: t('Planned'), tone: 'info' },
  in_progress: { label: t('In progress'), tone: 'warning' },
  investigating: { label: t('Investigating'), tone: 'danger' },
  identified: { label: t('Identified'), tone: 'warning' },
  monitoring: { label: t('Monitoring'), tone: 'info' },
  resolved: { label: t('Resolved'), tone: 'success' },
};

export const INCIDENT_IMPACT_LABELS: Readonly<Record<IncidentRow['impact'], string>> = {
  degraded: t('Degraded'),
  outage: t('Outage'),
};

export const STATUS_PART_LABELS: Readonly<Record<IncidentRow['parts'][number], string>> = {
  panel: t('Control panel'),
  sites: t('Sites'),
  applications: t('Applications'),
  dns: t('DNS'),
  email: t('Email'),
};

/** How far the emails of an update are. */
export function updateMailLabel(mail: Incident['updates'][number]['mail']): string {
  if (mail === null) return t('No email');
  const told = { sent: formatNumber(mail.sent), failed: formatNumber(mail.failed) };
  if (mail.state === 'sending') return t('Sending, {sent} sent', told);
  if (mail.state === 'stopped') return t('Stopped, {sent} sent', told);
  return mail.failed > 0 ? t('{sent} sent, {failed} not delivered', told) : t('{sent} sent', told);
}
