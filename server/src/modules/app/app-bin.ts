import type { BinnedApp } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { appsOwnedBy } from '../../db/section.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { listBinned, purgeAt, type BinnedRow } from '../site-bin/bin.repo.ts';
import type { BinOf } from '../site-bin/bin.service.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { refuseMoreApps } from './app-quota.ts';

/** The bin of applications; one that is back counts again. */
export const APP_BIN: BinOf = {
  ofSection: appsOwnedBy,
  async reserve(tx, { partnerId, customerId }) {
    if (customerId) await refuseMoreApps(tx, partnerId, found(await findUserOfPartner(tx, partnerId, customerId)), 1);
  },
};

/** A page of the caller's deleted applications. */
export const listBinnedApps = (
  context: CallContext,
  keyword: string | undefined,
  slice: Slice<'created_at' | 'deleted_at' | 'fqdn' | 'file_size'>,
): Promise<Sliced<BinnedRow>> =>
  listBinned(context.app.db, scopeOf(context), { ...(keyword && { keyword }), ofSection: appsOwnedBy }, slice);

/** Maps an application in the bin to the contract. */
export const wireBinnedApp = ({ by, customer, binnedAt, ...row }: BinnedRow): BinnedApp => ({
  site_id: row.id,
  fqdn: row.fqdn,
  name: row.name,
  file_size: row.fileSize,
  customer_email: customer?.email ?? null,
  task_id: row.taskId,
  created_at: row.createdAt.toISOString(),
  deleted_at: binnedAt.toISOString(),
  deleted_by: by?.email ?? null,
  purge_at: purgeAt(binnedAt).toISOString(),
});
