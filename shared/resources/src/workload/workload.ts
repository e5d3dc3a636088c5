import type { App, Site } from '@panel/core';

/** A site or an application, as far as their addresses, certificates, records and cache are concerned. */
export type Workload = Pick<Site, 'fqdn' | 'domain_type' | 'status' | 'task_id'> & {
  kind: 'site' | 'app';
  id: string;
};

const factsOf = ({ fqdn, domain_type, status, task_id }: Omit<Workload, 'kind' | 'id'>) => ({
  ...{ fqdn, domain_type, status, task_id },
});

export const siteAsWorkload = (site: Site): Workload => ({ kind: 'site', id: site.site_id ?? '', ...factsOf(site) });
export const appAsWorkload = (app: App): Workload => ({ kind: 'app', id: app.id, ...factsOf(app) });
