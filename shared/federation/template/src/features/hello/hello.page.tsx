import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, useUser } from '@panel/core';
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
    <Page title={t('Hello')} subtitle={t('You are signed in as {email}.', { email: user.email })}>
      <Card title={t('Recent activity')}>
        <Latest items={data.pageElements} />
      </Card>
    </Page>
  );
}
