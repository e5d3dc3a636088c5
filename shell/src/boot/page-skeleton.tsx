import type { RouteDeclaration } from '@panel/core';
import { Page, Skeleton } from '@panel/ui';

type Props = { kind: RouteDeclaration['skeleton']; title: string };

/** The shape of a page before it is there; the initial HTML carries the same as text (`@panel/frame/skeleton`). */
export function PageSkeleton({ kind, title }: Props) {
  return (
    <Page title={title}>
      <Skeleton kind={kind} />
    </Page>
  );
}
