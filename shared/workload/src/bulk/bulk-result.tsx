import type { ReactNode } from 'react';
import { t, type BulkCounts, type BulkOutcome } from '@panel/core';
import { Badge, Stack, Stat, Stats, Text } from '@panel/ui';
import { BULK_OUTCOMES } from '@panel/resources/bulk';
import './bulk.css';

/** How many were changed, and how many were not. */
export const BulkStats = ({ counts: { waiting, done, unchanged, refused } }: { counts: BulkCounts }) => (
  <Stats>
    <Stat label={BULK_OUTCOMES.done.label} value={done} />
    <Stat label={BULK_OUTCOMES.unchanged.label} value={unchanged} />
    <Stat label={BULK_OUTCOMES.refused.label} value={refused} />
    {waiting > 0 && <Stat label={BULK_OUTCOMES.waiting.label} value={waiting} />}
  </Stats>
);

type Item = { key: string; name: ReactNode; outcome: BulkOutcome; reason: string | null };

/** What came of each. */
export function BulkItems({ items, counts }: { items: readonly Item[]; counts: BulkCounts }) {
  const total = counts.waiting + counts.done + counts.unchanged + counts.refused;
  return (
    <Stack gap={3}>
      {total > items.length && (
        <Text tone="muted">
          {t('The first {shown} of {total} are shown, those that were not changed first.', {
            shown: items.length,
            total,
          })}
        </Text>
      )}
      <ul className="bulk-items">
        {items.map(({ key, name, outcome, reason }) => (
          <li key={key}>
            <Stack gap={1}>
              {name}
              {reason !== null && (
                <Text size="s" tone="muted">
                  {reason}
                </Text>
              )}
            </Stack>
            <Badge tone={BULK_OUTCOMES[outcome].tone}>{BULK_OUTCOMES[outcome].label}</Badge>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
