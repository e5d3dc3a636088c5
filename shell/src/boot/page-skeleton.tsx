import type { RouteDeclaration } from '@panel/core';
import { loadingHeads } from '@panel/frame';
import { Page, reactRenderer, Skeleton } from '@panel/ui';

type Props = Pick<RouteDeclaration, 'path' | 'skeleton' | 'title'>;

/** The shape of a loading page, as in the initial HTML. */
export function PageSkeleton({ path, skeleton, title }: Props) {
  return (
    <Page {...loadingHeads(reactRenderer, path, title)}>
      <Skeleton kind={skeleton} />
    </Page>
  );
}
