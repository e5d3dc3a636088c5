import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, useUser } from '@panel/core';
import { Card, Page } from '@panel/ui';
import { latestQuery } from './hello.queries.ts';
import { Latest } from './latest.tsx';

/** Starts the page's reads before it renders. */
export const prefetch = () => queryClient.prefetchQuery(latestQuery);

/** /hello */
export function Component() {
  const user = useUser();
  const { data } = useSuspenseQuery(latestQuery);
  return (
    <Page title="Hello" subtitle={`You are signed in as ${user.email}.`}>
      <Card title="Recent activity">
        <Latest items={data.pageElements} />
      </Card>
    </Page>
  );
}
