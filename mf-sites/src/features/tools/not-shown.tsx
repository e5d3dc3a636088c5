import { Text } from '@panel/ui';

/** Below a list of what a site has: how much of it the list leaves out. */
export function NotShown({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text as="p" tone="muted">
      {`and ${count.toLocaleString('en-US')} more that ${count === 1 ? 'is' : 'are'} not shown`}
    </Text>
  );
}
