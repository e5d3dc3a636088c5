import { t, type BulkAction, type BulkOutcome, type BulkSubject } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';

/** What a change of many sites or applications is called. */
export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  move: t('Move to a customer'),
  delete: t('Delete'),
  deploy: t('Deploy again'),
  tag: t('Add a tag'),
  untag: t('Remove a tag'),
  license: t('Change plan'),
};

/** What came of each of a change of many. */
export const BULK_OUTCOMES: Readonly<Record<BulkOutcome, { label: string; tone: StatusTone }>> = {
  waiting: { label: t('Waiting'), tone: 'neutral' },
  done: { label: t('Changed'), tone: 'success' },
  unchanged: { label: t('Was so already'), tone: 'neutral' },
  refused: { label: t('Not changed'), tone: 'warning' },
};

/** This many sites or applications. */
export const bulkCount = (subject: BulkSubject, count: number): string =>
  subject === 'site'
    ? t('{count, plural, one {# site} other {# sites}}', { count })
    : t('{count, plural, one {# application} other {# applications}}', { count });
