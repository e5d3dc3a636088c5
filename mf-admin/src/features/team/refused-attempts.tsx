import { t } from '@panel/core';
import type { KeyRefusal } from '@panel/core';
import { Card, RelativeTime, Stack, Text } from '@panel/ui';
import './team.css';

/** Attempts to use a key for what does not belong to it; nothing if there were none. */
export function RefusedAttempts({ refused }: { refused: readonly KeyRefusal[] }) {
  if (refused.length === 0) return null;
  return (
    <Card title={t('Rejected attempts, last 30 days')}>
      <ul className="team-refused" aria-label={t('Rejected attempts')}>
        {refused.map(({ at, reason }, index) => (
          <Stack as="li" gap={1} key={`${at} ${index}`}>
            <Text size="s" tone="muted">
              <RelativeTime at={at} />
            </Text>
            <Text className="p-break">{reason}</Text>
          </Stack>
        ))}
      </ul>
    </Card>
  );
}
