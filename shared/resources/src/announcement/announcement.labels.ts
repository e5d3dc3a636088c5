import { formatNumber, t } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';
import type { AnnouncementRow } from './announcement.queries.ts';

type Labels<T extends string> = Readonly<Record<T, { label: string; tone: StatusTone }>>;

export const ANNOUNCEMENT_KIND_LABELS: Labels<AnnouncementRow['kind']> = {
  info: { label: t('News'), tone: 'info' },
  maintenance: { label: t('Maintenance'), tone: 'warning' },
  problem: { label: t('Problem'), tone: 'danger' },
};

export const ANNOUNCEMENT_STATE_LABELS: Labels<AnnouncementRow['state']> = {
  scheduled: { label: t('Scheduled'), tone: 'info' },
  current: { label: t('Current'), tone: 'success' },
  ended: { label: t('Ended'), tone: 'neutral' },
};

/** How far the emails of an announcement are. */
export function mailLabel(mail: AnnouncementRow['mail']): string {
  if (mail === null) return t('None');
  if (mail.state === 'waiting') return t('When it begins');
  const { sent, failed } = mail;
  const told = { sent: formatNumber(sent), failed: formatNumber(failed) };
  if (mail.state === 'sending') return t('Sending, {sent} sent', told);
  if (mail.state === 'stopped') return t('Stopped, {sent} sent', told);
  return failed > 0 ? t('{sent} sent, {failed} not delivered', told) : t('{sent} sent', told);
}
