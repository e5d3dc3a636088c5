import type { RunSite } from '@panel/core';
import { StatusBadge, Text } from '@panel/ui';

/** The state of one site of a change, with its progress while it runs. */
export function RunStatus({ site: { status, percent } }: { site: RunSite }) {
  if (status === 'refused') return <Text tone="warning">Not changed</Text>;
  return (
    <span>
      <StatusBadge kind="task" status={status} />
      {status === 'running' && <Text tone="muted"> {percent}%</Text>}
    </span>
  );
}
