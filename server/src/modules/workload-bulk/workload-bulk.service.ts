import {
  errorText,
  type Bulk,
  type BulkAction,
  type BulkSubject,
  type ErrorCode,
  type HealthFilter,
  type LicenseProduct,
  type SiteStatus,
  type SiteEnvironment,
  type SiteWarning,
} from '@panel/contract';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { SiteType, WantedLicense } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { appsThat } from '../app/app.repo.ts';
import { bulkCounts, bulkItems, findBulk, type BulkItemRow, type Chosen } from '../bulk/bulk.repo.ts';
import { callerOf } from '../bulk/caller.ts';
import { startBulkTask } from '../bulk/start-bulk.ts';
import { productName } from '../license/license.repo.ts';
import { siteRepo } from '../site/site.repo.ts';
import { sitesThat } from '../site/site-list.repo.ts';
import { findUser } from '../user/user.repo.ts';
import { checkMayChange, workloadBulkOf } from './bulk-actions.ts';
import type { WorkloadBulkPayload } from './workload-bulk.tasks.ts';

type Input = {
  action: BulkAction;
  customer_id?: string | undefined;
  tag?: string | undefined;
  license?: WantedLicense;
  ids?: readonly string[] | undefined;
};
type Started = { status: true; bulk_id: string };

const isTagging = (action: BulkAction): boolean => action === 'tag' || action === 'untag';

/**
 * Starts a change of many. What is changed is chosen here, once; the ids of others are passed over.
 * @throws PanelError VALIDATION, BULK_TOO_MANY, NOT_FOUND for a customer of others, and what refuses the single call
 */
async function start(context: CallContext, subject: BulkSubject, input: Input, chosen: Chosen): Promise<Started> {
  const { app, partner } = context;
  const { action, tag, customer_id: targetId, license = null } = input;
  checkMayChange(context, { subject, action, license });
  const isMove = action === 'move';
  if (isMove && targetId !== undefined && !(await siteRepo(app.db, scopeOf(context)).isCustomer(targetId)))
    throw new PanelError('NOT_FOUND');
  const user = signedIn(context);
  return startBulkTask(context, {
    kind: 'workload.bulk',
    title: partner.name,
    values: {
      ...{
        subject,
        action,
        tag: isTagging(action) ? (tag ?? null) : null,
        targetId: isMove ? (targetId ?? null) : null,
        license,
      },
      customerId: isStaff(user) ? null : user.id,
    },
    chosen,
    nothing: 'Nothing was found to change. Reload the list and choose again.',
    payload: (bulkId) => ({ bulkId, caller: callerOf(context) }) satisfies WorkloadBulkPayload,
  });
}

type SiteInput = Input & {
  filter?:
    | {
        keyword?: string | undefined;
        status?: SiteStatus[] | undefined;
        type?: SiteType[] | undefined;
        customer_id?: string | undefined;
        health?: HealthFilter[] | undefined;
        warning?: SiteWarning[] | undefined;
        environment?: SiteEnvironment | undefined;
        tag?: string | undefined;
      }
    | undefined;
};

/** Starts a change of many sites; one that never got an id is named by its address. */
export function startSiteBulk(context: CallContext, input: SiteInput): Promise<Started> {
  const { customer_id: customerId, ...filter } = input.filter ?? {};
  const ids = input.ids?.filter((id) => !id.includes('.'));
  const fqdns = input.ids?.filter((id) => id.includes('.'));
  // A staging environment goes where its live site goes, and has its plan.
  const alone = input.action === 'move' || input.action === 'delete' || input.action === 'license';
  return start(context, 'site', input, sitesThat(scopeOf(context), { ...filter, customerId, ids, fqdns }, alone));
}

type AppInput = Input & {
  filter?:
    | { searchKey?: string | undefined; health?: HealthFilter[] | undefined; tag?: string | undefined }
    | undefined;
};

/** Starts a change of many applications. */
export const startAppBulk = (context: CallContext, input: AppInput): Promise<Started> =>
  start(context, 'app', input, appsThat(scopeOf(context), { ...input.filter, ids: input.ids }));

type Licensed = { product_identifier: LicenseProduct; issue?: WantedLicense['issue'] };
const wanted = ({ product_identifier: product, issue }: Licensed) => ({
  action: 'license' as const,
  license: { product, ...(issue && { issue }) },
});

/** Gives many sites the plan of a license; applications below. */
export const startSiteLicenses = (
  context: CallContext,
  { ids, filter, ...license }: Licensed & Pick<SiteInput, 'ids' | 'filter'>,
) => startSiteBulk(context, { ...wanted(license), ids, filter });
export const startAppLicenses = (
  context: CallContext,
  { ids, filter, ...license }: Licensed & Pick<AppInput, 'ids' | 'filter'>,
) => startAppBulk(context, { ...wanted(license), ids, filter });

function wireError({ reason, params }: BulkItemRow): Bulk['items'][number]['error'] {
  if (reason === null) return null;
  const { message, template, values } = errorText(reason as ErrorCode, params ?? {});
  return { code: reason, message, template, values };
}

/** The result, by site or application. @throws PanelError NOT_FOUND */
export async function showWorkloadBulk(context: CallContext, id: string): Promise<Bulk> {
  const { db } = context.app;
  const bulk = found(workloadBulkOf(await findBulk(db, scopeOf(context), id)));
  const { subject, action, tag, taskId, targetId, license, partnerId, createdAt } = bulk;
  const customer = targetId === null ? null : await findUser(db, targetId);
  // Before the items: once none waits, nobody asks again.
  const counts = await bulkCounts(db, id);
  const items = (await bulkItems(db, id)).map((item) => ({
    ...{ fqdn: item.name, outcome: item.outcome, error: wireError(item) },
  }));
  return {
    ...{ id, subject, action, tag, customer: customer?.email ?? null, task_id: taskId ?? '' },
    product: license && (await productName(db, { partnerId, product: license.product })),
    ...{ created_at: createdAt.toISOString(), counts, items },
  };
}
