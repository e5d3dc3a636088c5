import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { WorkloadFiles } from '@panel/workload/file';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id)]);

/** /manage-site/files: the files of a site. */
export const Component = siteComponent(FilesPage);

function FilesPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  return <WorkloadFiles workload={siteAsWorkload(site)} frame={(page) => <SitePage site={site} {...page} />} />;
}
