import { t } from '@panel/core';
import { Text } from '@panel/ui';

/** Below a list of what a site has: how much of it the list leaves out. */
export function NotShown({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text as="p" tone="muted">
      {t('and {count, plural, one {# more that is} other {# more that are}} not shown', { count })}
    </Text>
  );
}
