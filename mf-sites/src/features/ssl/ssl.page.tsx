import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { Banner, EmptyState, Page, Stack, TaskProgress } from '@panel/ui';
import { siteOverviewQuery } from '@panel/resources/site';
import { sslQuery } from '@panel/resources/ssl';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';
import { trailOf, useManagedSite } from '../site/managed-site.ts';
import { CertificateCard } from './certificate.card.tsx';
import { RootCard } from './root.card.tsx';
import { SwitchesCard } from './switches.card.tsx';

export function prefetch({ params: { id } }: PageContext) {
  if (!id) return undefined;
  return Promise.all([queryClient.prefetchQuery(siteOverviewQuery(id)), queryClient.prefetchQuery(sslQuery(id))]);
}

/** /manage-site/ssl: the certificate of a site. Without a site, show the list. */
export function Component() {
  const { id } = useParams();
  return id ? <SslPage id={id} /> : <Navigate to="/sites" replace />;
}

function SslPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { data: ssl } = useSuspenseQuery(sslQuery(id));
  const [started, setStarted] = useState<string | null>(null);
  if (ssl.task_id && ssl.task_id !== started) setStarted(ssl.task_id);
  const { task, at } = useTaskEnd(ssl.task_id ?? started);
  const cancel = useTaskCancel(task);
  return (
    <Page title="SSL" subtitle={site.fqdn} breadcrumb={trailOf(id, site, 'SSL')}>
      {ssl.https_url === null ? (
        <EmptyState icon="lock" title="HTTPS is switched off on this server" text="Contact support to switch it on." />
      ) : (
        <Stack gap={4}>
          {task && <TaskProgress task={task} at={at} {...cancel} />}
          {ssl.error && task?.status !== 'failed' && (
            <Banner kind="danger" title="There is no new certificate">
              {ssl.error.message}
            </Banner>
          )}
          <CertificateCard siteId={id} ssl={ssl} onStarted={setStarted} isBusy={ssl.task_id !== null} />
          <SwitchesCard siteId={id} ssl={ssl} />
          {ssl.root && <RootCard root={ssl.root} />}
        </Stack>
      )}
    </Page>
  );
}
