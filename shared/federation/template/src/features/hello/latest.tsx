import { t } from '@panel/core';
import { EmptyState, RelativeTime, Stack } from '@panel/ui';

export type Told = { id: string; description: string; created_at: string };

/** Recent notifications, or a note that there are none. */
export function Latest({ items }: { items: readonly Told[] }) {
  if (items.length === 0)
    return <EmptyState icon="bell" title={t('Nothing yet')} text={t('Activity on your sites will appear here.')} />;
  return (
    <Stack gap={2}>
      {items.map((item) => (
        <div key={item.id}>
          {item.description} <RelativeTime at={item.created_at} />
        </div>
      ))}
    </Stack>
  );
}
