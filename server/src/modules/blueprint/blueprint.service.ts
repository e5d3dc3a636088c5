import { audit } from '../../context/audit.repo.ts';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { lockRow } from '../../db/lock-row.ts';
import { blueprint } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { backupFolderKey } from '../backup/backup-archive.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import {
  countBlueprints,
  deleteBlueprint,
  findBlueprint,
  insertBlueprint,
  updateBlueprint,
  type BlueprintRow,
} from './blueprint.repo.ts';
import type { BlueprintPayload } from './blueprint.tasks.ts';
import { needPort } from '../site/site-ports.ts';

/** Of one customer, or of the partner itself. */
const MAX = 20;

/**
 * A blueprint that the caller can see.
 * @throws PanelError NOT_FOUND, also for those of others
 */
export const showBlueprint = async (context: CallContext, id: string): Promise<BlueprintRow> =>
  found(await findBlueprint(context.app.db, scopeOf(context), { id }));

/** Whether the caller may rename and delete a blueprint: customers their own, staff all of the partner's. */
export function canChange(context: CallContext, { customerId }: Pick<BlueprintRow, 'customerId'>): boolean {
  const user = signedIn(context);
  return isStaff(user) || customerId === user.id;
}

/** @throws PanelError NOT_FOUND, FORBIDDEN for one that the partner offers */
async function changeable(context: CallContext, id: string): Promise<BlueprintRow> {
  const row = await showBlueprint(context, id);
  if (!canChange(context, row)) throw new PanelError('FORBIDDEN');
  return row;
}

/**
 * Makes a blueprint of a WordPress site. One that staff make belongs to the partner.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, BLUEPRINT_LIMIT, TENANT_MISMATCH
 */
export async function createBlueprint(
  context: CallContext,
  {
    site_fqdn: fqdn,
    name,
    includes_content: includesContent,
    ...hints
  }: TenantHints & { site_fqdn: string; name: string; includes_content: boolean },
): Promise<Started & { id: string }> {
  await checkTenant(context, hints);
  const user = signedIn(context);
  const customerId = isStaff(user) ? null : user.id;
  const { id: siteId } = await findSite(context, { fqdn });
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, siteId);
    needPort(context.app, site, 'wordpress');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    if ((await countBlueprints(tx, site.partnerId, customerId)) >= MAX)
      throw new PanelError('BLUEPRINT_LIMIT', { limit: MAX });
    const payload: BlueprintPayload = { name, includesContent };
    return startSiteTask(context, tx, { kind: 'blueprint.create', site, payload }, async (started) => ({
      ...started,
      id: await insertBlueprint(tx, {
        partnerId: site.partnerId,
        customerId,
        siteId: site.id,
        siteFqdn: site.fqdn,
        taskId: started.task_id,
        name,
        includesContent,
      }),
    }));
  });
}

type BlueprintChange = {
  id: string;
  name?: string | undefined;
  is_offered?: boolean | undefined;
  expected?: Expected<{ name: string; is_offered: boolean }>;
};

/**
 * Renames a blueprint; staff offer it to all customers, or stop offering it.
 * @throws PanelError NOT_FOUND, FORBIDDEN, BLUEPRINT_NOT_COMPLETE, BLUEPRINT_NOT_PARTNERS, CONFLICT
 */
export async function changeBlueprint(
  context: CallContext,
  { id, name, is_offered: isOffered, expected }: BlueprintChange,
): Promise<void> {
  const row = await changeable(context, id);
  if (isOffered !== undefined) {
    if (!isStaff(signedIn(context))) throw new PanelError('FORBIDDEN');
    if (row.customerId !== null) throw new PanelError('BLUEPRINT_NOT_PARTNERS');
    if (isOffered && row.status !== 'succeeded') throw new PanelError('BLUEPRINT_NOT_COMPLETE');
  }
  await context.app.db.transaction(async (tx) => {
    const now = found(await lockRow(tx, blueprint, id));
    checkExpected(expected, { name: now.name, is_offered: now.isOffered });
    await updateBlueprint(tx, row, { name, isOffered });
  });
  if (isOffered !== undefined) await auditBlueprint(context, isOffered ? 'blueprint.offer' : 'blueprint.withdraw', row);
}

/**
 * Deletes a blueprint with its archive. An archive in a storage that cannot be reached is removed later.
 * @throws PanelError NOT_FOUND, FORBIDDEN, TASK_RUNNING while it is being made
 */
export async function removeBlueprint(context: CallContext, id: string): Promise<void> {
  const row = await changeable(context, id);
  if (row.status === 'queued' || row.status === 'running')
    throw new PanelError('TASK_RUNNING', {}, { task_id: row.taskId });
  const folder = backupFolderKey(row);
  await context.app.db.transaction(async (tx) => {
    await discardFolder(tx, folder);
    await deleteBlueprint(tx, row);
  });
  await removeDiscarded(context.app, folder);
  await auditBlueprint(context, 'blueprint.delete', row);
}

async function auditBlueprint(context: CallContext, action: string, row: BlueprintRow): Promise<void> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { blueprintId: row.id, name: row.name });
}
