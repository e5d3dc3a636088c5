import { t, told } from '@panel/core';
import type { SiteOverview } from '@panel/core';
import { Card, Inline, RelativeTime, Stack, StatusBadge, Text } from '@panel/ui';
import './site-due.css';

/** What happened on the site lately: its newest tasks. */
export function SiteActivityCard({ activity }: Pick<SiteOverview, 'activity'>) {
  return (
    <Card title={t('Recent activity')}>
      {activity.length === 0 ? (
        <Text tone="muted">{t('Changes of this site will appear here.')}</Text>
      ) : (
        <Stack as="ul" gap={3} className="due-list">
          {activity.map(({ task_id, label, status, error, created_at, ended_at }) => (
            <li key={task_id}>
              <Inline justify="between">
                <Text>{told(label)}</Text>
                <Inline gap={3}>
                  <StatusBadge kind="task" status={status} />
                  <Text size="s" tone="muted">
                    <RelativeTime at={ended_at ?? created_at} />
                  </Text>
                </Inline>
              </Inline>
              {error && (
                <Text as="p" size="s" tone="danger">
                  {told(error)}
                </Text>
              )}
            </li>
          ))}
        </Stack>
      )}
    </Card>
  );
}
