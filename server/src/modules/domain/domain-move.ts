import { NEW_BACKUP } from '../backup/backup-steps.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { moveSite, recordTask, taskSite, type SiteRow } from '../site/site.repo.ts';
import { hostsOfDomain } from './domain-name.ts';
import { changeDomain, domainOf, type DomainRow } from './domain.repo.ts';
import { hasPort } from '../site/site-ports.ts';

type Deps = Pick<AppContext, 'hosting'>;

/** From one address to another; `hosts` are both names of the domain. `backsUp`: a backup is made first. */
export const DomainPayload = definePayload(
  v.object({
    ...NEW_BACKUP,
    from: v.string(),
    to: v.string(),
    hosts: v.array(v.string()),
    backsUp: v.boolean(),
  }),
);
export type DomainPayload = PayloadOf<typeof DomainPayload>;

const backupOf = (app: Deps, site: Pick<SiteRow, 'kind'>, name: string) => ({
  ...({ type: 'system_generated', name } as const),
  // Others have no address in their content.
  backsUp: hasPort(app, site, 'wordpress'),
});

/** What the task does that gives a site its domain. */
export const connectPayload = (
  app: Deps,
  site: SiteRow,
  { domain, host }: Pick<DomainRow, 'domain' | 'host'>,
): DomainPayload => ({
  ...backupOf(app, site, 'Before the change of the domain'),
  ...{ from: site.fqdn, to: host, hosts: hostsOfDomain(domain) },
});

/** What the task does that gives a site its former address back. */
export const removePayload = (app: Deps, site: SiteRow, { domain, formerHost }: DomainRow): DomainPayload => ({
  ...backupOf(app, site, 'Before the removal of the domain'),
  ...{ from: site.fqdn, to: formerHost ?? site.fqdn, hosts: hostsOfDomain(domain) },
});

/**
 * Starts the task that gives a site its proven domain, without anybody asking for it; once, because a failure needs a
 * person. False when another task works on the site: then it is tried with the next check.
 */
export async function connectWhenIdle(
  app: Pick<AppContext, 'db' | 'clock' | 'tasks' | 'hosting'>,
  { resourceId, customerId }: Pick<DomainRow, 'resourceId'> & { customerId: string | null },
): Promise<boolean> {
  return app.db.transaction(async (tx: Database) => {
    const site = await taskSite(tx, resourceId, { lock: true });
    const domain = await domainOf(tx, resourceId, { lock: true });
    if (!site || domain?.state !== 'proven' || domain.triedAt) return true;
    if (site.status !== 'ready' || site.taskId || (await openTaskOf(tx, 'site', site.id))) return false;
    await changeDomain(tx, domain.id, { triedAt: app.clock.now() });
    await moveSite(tx, site.id, 'processing');
    const { partnerId, fqdn: title } = site;
    const taskId = await app.tasks.enqueue(tx, {
      ...{ kind: 'site.domain', partnerId, customerId, userId: customerId, resourceId, title },
      payload: connectPayload(app, site, domain),
    });
    await recordTask(tx, site.id, taskId);
    return true;
  });
}
