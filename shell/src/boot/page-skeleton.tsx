import type { RouteDeclaration } from '@panel/core';
import { Page, Skeleton } from '@panel/ui';

type Props = { kind: RouteDeclaration['skeleton']; title: string };

/** The shape of a loading page, as in the initial HTML. */
export function PageSkeleton({ kind, title }: Props) {
  return (
    <Page title={title}>
      <Skeleton kind={kind} />
    </Page>
  );
}
