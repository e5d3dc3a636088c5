import { t } from '@panel/core';
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

export const ANNOUNCEMENT_MAIL_LABELS: Readonly<Record<NonNullable<AnnouncementRow['mail']>['state'], string>> = {
  waiting: t('Waiting'),
  sending: t('Sending'),
  ended: t('Ended'),
};
