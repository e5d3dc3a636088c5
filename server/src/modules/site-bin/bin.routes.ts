import type { BinnedSite } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { listBinned, purgeAt, type BinnedRow } from './bin.repo.ts';
import { purgeBinned, restoreBinned } from './bin.service.ts';

const wireBinned = ({ by, customer, binnedAt, ...row }: BinnedRow): BinnedSite => ({
  site_id: row.id,
  fqdn: row.fqdn,
  name: row.name,
  title: row.title,
  type: row.type,
  version: row.version,
  file_size: row.fileSize,
  customer_email: customer?.email ?? null,
  customer_name: customer ? `${customer.firstname ?? ''} ${customer.lastname ?? ''}`.trim() || null : null,
  task_id: row.taskId,
  created_at: row.createdAt.toISOString(),
  deleted_at: binnedAt.toISOString(),
  deleted_by: by?.email ?? null,
  purge_at: purgeAt(binnedAt).toISOString(),
});

const { bin } = calls;

export const binRoutes = {
  list: bin.list.handler(({ context, input }) =>
    paged(input, (slice) => listBinned(context.app.db, scopeOf(context), input, slice), wireBinned),
  ),
  restore: bin.restore.handler(({ context, input }) => restoreBinned(context, input)),
  remove: bin.remove.handler(({ context, input }) => purgeBinned(context, input.id)),
};
