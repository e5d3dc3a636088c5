import type { RunSite } from '@panel/core';
import { StatusBadge, Text } from '@panel/ui';
import { RUN_SITE_LABELS } from '@panel/resources/extension';

/** The state of one site of a change, with its progress while it runs. */
export function RunStatus({ site: { status, percent } }: { site: Pick<RunSite, 'status' | 'percent'> }) {
  switch (status) {
    case 'waiting':
    case 'not_started':
    case 'skipped':
      return <Text tone="muted">{RUN_SITE_LABELS[status]}</Text>;
    case 'refused':
    case 'put_back':
      return <Text tone="warning">{RUN_SITE_LABELS[status]}</Text>;
    default:
      return (
        <span>
          <StatusBadge kind="task" status={status} />
          {status === 'running' && <Text tone="muted"> {percent}%</Text>}
        </span>
      );
  }
}
