import { contract, TAGS_MAX, type BulkAction, type BulkSubject, type CallMeta } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { within } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { deploy } from '../app/app-build.service.ts';
import { removeApp } from '../app/app-change.service.ts';
import type { BulkItemRow, BulkRow } from '../bulk/bulk.repo.ts';
import { checkMayCall } from '../bulk/caller.ts';
import { assignProduct } from '../license/product-license.ts';
import { lockIdleWorkload, lockWorkload } from '../site/find-site.ts';
import { siteRepo, type SiteRow } from '../site/site.repo.ts';
import { moveToCustomer } from '../site-lifecycle/move-to-customer.ts';
import { deleteFailedSite, deleteSite } from '../site-lifecycle/site-commands.service.ts';

/** The single call whose rules an action has, and whose name its lines in the audit log have. */
export const CALL_OF: Readonly<
  Record<BulkSubject, Readonly<Partial<Record<BulkAction, { name: string; meta: CallMeta }>>>>
> = {
  site: {
    move: { name: 'site.assignCustomer', meta: contract.site.assignCustomer['~orpc'].meta },
    delete: { name: 'site.remove', meta: contract.site.remove['~orpc'].meta },
    tag: { name: 'tag.save', meta: contract.tag.save['~orpc'].meta },
    untag: { name: 'tag.save', meta: contract.tag.save['~orpc'].meta },
    license: { name: 'license.assign', meta: contract.license.assign['~orpc'].meta },
  },
  app: {
    move: { name: 'customer.assignSites', meta: contract.customer.assignSites['~orpc'].meta },
    delete: { name: 'app.remove', meta: contract.app.remove['~orpc'].meta },
    deploy: { name: 'app.deploy', meta: contract.app.deploy['~orpc'].meta },
    tag: { name: 'tag.save', meta: contract.tag.save['~orpc'].meta },
    untag: { name: 'tag.save', meta: contract.tag.save['~orpc'].meta },
    license: { name: 'license.assignApp', meta: contract.license.assignApp['~orpc'].meta },
  },
};

type Kind = Pick<WorkloadBulk, 'subject' | 'action'>;

/** The call of an action. @throws Error for one that the contract does not allow */
export function callOf({ subject, action }: Kind): { name: string; meta: CallMeta } {
  const call = CALL_OF[subject][action];
  if (!call) throw new Error(`There is no ${action} of many ${subject}s.`);
  return call;
}

/** Asks for the rights of the single calls that an item makes. @throws PanelError what refuses one of them */
export function checkMayChange(context: CallContext, bulk: Kind & Pick<WorkloadBulk, 'license'>): void {
  checkMayCall(context, callOf(bulk).meta);
  if (bulk.license?.issue) checkMayCall(context, contract.license.distribute['~orpc'].meta);
}

/** A change of many sites or applications. */
export type WorkloadBulk = BulkRow & { subject: BulkSubject; action: BulkAction };

export function workloadBulkOf(row: BulkRow | undefined): WorkloadBulk | undefined {
  return row && row.subject !== 'customer' ? (row as WorkloadBulk) : undefined;
}

/** Makes a change of one and says whether there was anything to change. */
type Change = (context: CallContext, tx: Database, id: string, bulk: WorkloadBulk) => Promise<boolean>;

/** The workload, locked, if it is of the kind that was chosen. @throws PanelError NOT_FOUND */
const locked = (context: CallContext, tx: Database, id: string): Promise<SiteRow> => lockWorkload(context, tx, id);

const move: Change = async (context, tx, id, { targetId }) => {
  // A customer who is being deleted would take it along.
  const isThere = targetId !== null && (await siteRepo(tx, scopeOf(context)).isCustomer(targetId));
  if (!isThere) throw new PanelError('NOT_FOUND');
  if ((await locked(context, tx, id)).customerId === targetId) return false;
  const row = await lockIdleWorkload(context, tx, id);
  for (const host of await moveToCustomer(context, tx, row, targetId)) context.app.edge.invalidate(host);
  return true;
};

const remove: Change = async (context, tx, id, { subject }) => {
  const { status, assignedAt, fqdn } = await locked(context, tx, id);
  if (status === 'moving' && (await openTaskOf(tx, 'site', id))) return false;
  if (subject === 'app') await removeApp(context, id);
  else await (assignedAt ? deleteSite(context, id) : deleteFailedSite(context, fqdn));
  return true;
};

const retag: Change = async (context, tx, id, { action, tag }) => {
  const { tags: before } = await locked(context, tx, id);
  const name = found(tag);
  const tags = action === 'tag' ? [...new Set([...before, name])].sort() : before.filter((each) => each !== name);
  if (tags.length === before.length) return false;
  if (tags.length > TAGS_MAX) throw new PanelError('TAGS_FULL', { limit: TAGS_MAX });
  await siteRepo(tx, scopeOf(context), within).update(id, { tags });
  return true;
};

const relicense: Change = async (context, tx, id, { license }) =>
  assignProduct(context, await locked(context, tx, id), found(license));

const CHANGES: Readonly<Record<BulkAction, Change>> = {
  move,
  delete: remove,
  deploy: async (context, _tx, id) => {
    await deploy(context, id);
    return true;
  },
  tag: retag,
  untag: retag,
  license: relicense,
};

/**
 * Makes the change of one item in a transaction: what the services of the single calls do is part of it. The edge hears of it
 * after the commit. @returns whether there was anything to change, and the addresses
 */
export async function changeWorkload(
  context: CallContext,
  tx: Database,
  bulk: WorkloadBulk,
  { subjectId: id }: BulkItemRow,
): Promise<{ isChanged: boolean; addresses: string[] }> {
  const addresses: string[] = [];
  const { app } = context;
  const edge = { ...app.edge, invalidate: (host: string) => void addresses.push(host) };
  const inside = { ...context, app: { ...app, db: tx, edge } };
  const isChanged = await CHANGES[bulk.action](inside, tx, id, bulk);
  return { isChanged, addresses };
}
