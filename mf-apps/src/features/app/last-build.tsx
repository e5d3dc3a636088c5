import type { App } from '@panel/core';
import { Badge, RelativeTime } from '@panel/ui';
import { buildStatusLabels } from '@panel/resources/app';

/** How the newest build of production ended, and when it began. */
export function LastBuild({ last_build }: Pick<App, 'last_build'>) {
  if (last_build === null) return <>–</>;
  const { label, tone } = buildStatusLabels[last_build.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <RelativeTime at={last_build.created_at} />
    </>
  );
}
