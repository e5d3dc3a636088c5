import type { Migration } from '@panel/contract';
import { addressOf } from '../../config.ts';
import type { CallContext } from '../../http/call-context.ts';
import type { MigrationRow } from './migration.repo.ts';

/** Maps a migration to the contract. */
export const publicMigration =
  ({ app, partner }: CallContext) =>
  (row: MigrationRow): Migration => ({
    id: row.id,
    type: row.type,
    token: row.token,
    status: row.status,
    sharingLink: row.sharingLink,
    file_name: row.fileName,
    file_size: row.fileSize,
    source_url: row.sourceUrl,
    fqdn: row.fqdn,
    site_id: row.siteId,
    site_url: row.siteFqdn && addressOf(app.config, row.siteFqdn),
    task_id: row.siteTaskId ?? row.taskId,
    rehearsal: row.rehearsal,
    error: row.error,
    customer_id: row.customerId,
    customer_email: row.customerEmail,
    partner_domain: partner.domain,
    reseller_email: partner.supportEmail,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
