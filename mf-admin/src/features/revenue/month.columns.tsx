import { formatNumber, t, type RevenueMonth } from '@panel/core';
import { Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { monthLabel } from '@panel/resources/overview';
import { churnLabel, collectedLabel, failedLabel, refundedLabel } from '@panel/resources/revenue';

export const monthColumns: readonly Column<RevenueMonth>[] = [
  { key: 'from', title: t('Month'), render: ({ from }) => <Text weight="medium">{monthLabel(from)}</Text> },
  { key: 'collected', title: t('Collected'), align: 'end', render: collectedLabel },
  { key: 'refunded', title: t('Refunded'), align: 'end', hideBelow: 'lg', render: refundedLabel },
  { key: 'started', title: t('New'), align: 'end', render: ({ started }) => formatNumber(started) },
  { key: 'ended', title: t('Ended'), align: 'end', render: ({ ended }) => formatNumber(ended) },
  { key: 'active', title: t('Active at the end'), align: 'end', render: ({ active }) => formatNumber(active) },
  { key: 'churn', title: t('Churn'), align: 'end', render: churnLabel },
  { key: 'failed', title: t('Failed payments'), align: 'end', render: failedLabel },
];
