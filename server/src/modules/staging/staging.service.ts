import type { PublishDate, Staging, StagingPublishInput } from '@panel/contract';
import type * as v from 'valibot';
import { randomUUID } from 'node:crypto';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { restoreBackup } from '../backup/backup.service.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { publicSite } from '../site/public-site.ts';
import { findListed } from '../site/site-list.repo.ts';
import { protectionFields } from '../site/site-protection.ts';
import { findSite } from '../site/find-site.ts';
import { insertSite, moveSite, recordTask } from '../site/site.repo.ts';
import { domainOf } from '../domain/domain.repo.ts';
import { keptByDefault } from './staging-difference.ts';
import { findPair, lockReady, startPairTask, type Pair } from './staging-pair.ts';
import { childOf, insertStaging } from '../site/site-staging.repo.ts';
import type { CreatePayload } from './staging.tasks.ts';
import { type PublishPayload, type RefreshPayload } from './staging.tasks.ts';
import { needPort } from '../site/site-ports.ts';

/** What the address of a staging site begins with (spec §4). */
const PREFIX = 'staging.';

type Chosen = TenantHints & { site_id: string };
type Protection = { username: string; password: string } | null;

/**
 * The staging environment of a live site of the caller's scope.
 * @throws PanelError NOT_FOUND
 */
export async function showStaging(context: CallContext, parentId: string): Promise<Staging> {
  const { app } = context;
  await findSite(context, { id: parentId });
  const record = await childOf(app.db, parentId);
  if (!record) return { status: true, staging: null, copied_at: null, last_publish_date: null, revert: null };
  const row = found(await findListed(app.db, scopeOf(context), { id: record.workloadId }));
  const parts = record.publishedParts;
  return {
    status: true,
    staging: publicSite(app)(row),
    copied_at: record.copiedAt?.toISOString() ?? null,
    last_publish_date: record.publishedAt?.toISOString() ?? null,
    revert:
      record.backupId && parts
        ? { backup_id: record.backupId, files: parts !== 'database', database: parts !== 'files' }
        : null,
  };
}

/**
 * Copies a live WordPress site to a staging site of its own. It counts as part of its live site, not as another site of
 * the plan.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, STAGING_EXISTS, NAME_TAKEN, TENANT_MISMATCH, ABUSE
 */
export async function createStaging(
  context: CallContext,
  { site_id, password_protection, ...hints }: Chosen & { password_protection: Protection },
): Promise<Started> {
  await checkTenant(context, hints);
  refuseAbuse(context);
  const protection = await protectionFields(password_protection);
  const { app } = context;
  const started = await app.db.transaction(async (tx) => {
    const live = await lockReady(context, tx, site_id);
    needPort(context.app, live, 'wordpress');
    if (live.isStage) throw new PanelError('NOT_FOUND');
    if (await childOf(tx, live.id)) throw new PanelError('STAGING_EXISTS');
    // It never has the domain of its live site, only the address that this had before.
    const former = (await domainOf(tx, live.id))?.formerHost;
    const domainType = former ? 'sub_domain' : live.domainType;
    const { partnerId, customerId, name, type, imageId, planType, nodeId } = live;
    const { title, adminUser, adminEmail, phpSettings, version, phpVersion } = live;
    const row = await insertSite(tx, {
      // Its files come from those of the live site.
      ...{ partnerId, customerId, name, type, imageId, domainType, planType, nodeId },
      ...{ title, adminUser, adminEmail, phpSettings, version, phpVersion },
      ...protection,
      fqdn: PREFIX + (former ?? live.fqdn),
      status: 'deploying',
      isStage: true,
      infraDomainId: randomUUID(),
      assignedAt: app.clock.now(),
    });
    if (!row) throw new PanelError('NAME_TAKEN');
    await insertStaging(tx, { workloadId: row.id, parentId: live.id });
    await moveSite(tx, live.id, 'processing');
    const payload: CreatePayload = { otherId: live.id };
    return startSiteTask(context, tx, { kind: 'staging.create', site: row, payload }, async (answer) => {
      await recordTask(tx, live.id, answer.task_id);
      return answer;
    });
  });
  app.edge.invalidate(started.fqdn);
  return started;
}

/**
 * Publishes files, database or both of a staging site to its live site, after a backup of the live site. Between
 * different versions of WordPress, the files of one do not fit the database of the other. What only the live site has changed stays,
 * unless it says otherwise.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, SITE_UNAVAILABLE, TASK_RUNNING, VERSIONS_DIFFER, TENANT_MISMATCH, ABUSE
 */
export async function publishStaging(
  context: CallContext,
  {
    site_id,
    publish_files,
    publish_db_files,
    keep_tables,
    live_changes,
    collisions,
    ...hints
  }: Chosen & v.InferOutput<typeof StagingPublishInput>,
): Promise<Started> {
  await checkTenant(context, hints);
  refuseAbuse(context);
  const parts = !publish_db_files ? 'files' : publish_files ? 'all' : 'database';
  const pair = await findPair(context, site_id);
  const keep = keep_tables ?? (parts === 'files' ? [] : await keptByDefault(context, pair.liveId));
  const merge = parts === 'files' || live_changes === 'replace' ? null : collisions;
  const started = await startPairTask(context, pair, {
    kind: 'staging.publish',
    changes: 'live',
    payloadOf({ live, staging }): Omit<PublishPayload, 'otherId'> {
      if (parts !== 'all' && live.version !== staging.version)
        throw new PanelError('VERSIONS_DIFFER', { live: live.version ?? '', staging: staging.version ?? '' });
      return { type: 'system_generated', name: 'Before publishing staging', parts, keep, merge };
    },
  });
  await record(context, 'staging.publish', pair, { parts, keep, live_changes });
  return started;
}

/**
 * When a staging site was last published. The task of the publish has recorded it, because only the task knows that it
 * has succeeded.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH
 */
export async function publishDate(context: CallContext, { site_id, ...hints }: Chosen): Promise<PublishDate> {
  await checkTenant(context, hints);
  const { publishedAt } = (await findPair(context, site_id)).record;
  return { status: publishedAt !== null, last_publish_date: publishedAt?.toISOString() ?? null };
}

/**
 * Replaces a staging site by a new copy of its live site, after a backup of the staging site.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, TENANT_MISMATCH, ABUSE
 */
export async function refreshStaging(context: CallContext, { site_id, ...hints }: Chosen): Promise<Started> {
  await checkTenant(context, hints);
  refuseAbuse(context);
  const pair = await findPair(context, site_id);
  const started = await startPairTask(context, pair, {
    kind: 'staging.refresh',
    changes: 'staging',
    payloadOf: (): Omit<RefreshPayload, 'otherId'> => ({
      type: 'system_generated',
      name: 'Before copying the live site',
    }),
  });
  await record(context, 'staging.refresh', pair);
  return started;
}

/** Writes to the audit log who changed a site of the pair; `siteId` is the live one. */
async function record(
  context: CallContext,
  action: string,
  { liveId }: Pair,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { siteId: liveId, ...detail });
}

/**
 * Restores the parts of the live site that the last publish replaced.
 * @throws PanelError NOT_FOUND, NOTHING_TO_REVERT, BACKUP_NOT_COMPLETE, SITE_NOT_READY, TASK_RUNNING, TENANT_MISMATCH
 */
export async function revertPublish(context: CallContext, { site_id, ...hints }: Chosen): Promise<Started> {
  const { record } = await findPair(context, site_id);
  const { backupId: id, publishedParts: parts } = record;
  if (!id || !parts) throw new PanelError('NOTHING_TO_REVERT');
  const chosen = { restore_files: parts !== 'database', restore_db_files: parts !== 'files' };
  return restoreBackup(context, { id, ...chosen, ...hints }, 'staging.revert');
}
