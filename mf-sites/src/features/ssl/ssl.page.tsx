import { useSuspenseQuery } from '@tanstack/react-query';
import { Banner, EmptyState, Stack, TaskProgress } from '@panel/ui';
import { siteOverviewQuery } from '@panel/resources/site';
import { sslQuery } from '@panel/resources/ssl';
import { useManagedSite, useToolTask } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { CertificateCard } from './certificate.card.tsx';
import { RootCard } from './root.card.tsx';
import { SwitchesCard } from './switches.card.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), sslQuery(id)]);

/** /manage-site/ssl: the certificate of a site. Without a site, show the list. */
export const Component = siteComponent(SslPage);

function SslPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { data: ssl } = useSuspenseQuery(sslQuery(id));
  const { progress, setStarted } = useToolTask(ssl);
  return (
    <SitePage site={site} title="SSL">
      {ssl.https_url === null ? (
        <EmptyState icon="lock" title="HTTPS is switched off on this server" text="Contact support to switch it on." />
      ) : (
        <Stack gap={4}>
          {progress && <TaskProgress {...progress} />}
          {ssl.error && progress?.task.status !== 'failed' && (
            <Banner kind="danger" title="There is no new certificate">
              {ssl.error.message}
            </Banner>
          )}
          <CertificateCard siteId={id} ssl={ssl} onStarted={setStarted} isBusy={ssl.task_id !== null} />
          <SwitchesCard siteId={id} ssl={ssl} />
          {ssl.root && <RootCard root={ssl.root} />}
        </Stack>
      )}
    </SitePage>
  );
}
