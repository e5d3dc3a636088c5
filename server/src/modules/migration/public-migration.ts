import { MIGRATION_PICTURE_PATH, type ComparedPage, type Migration } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { StoredPage } from '../../db/schema/migration.table.ts';
import type { CallContext } from '../../context/call-context.ts';
import type { PictureSide } from './migration-pictures.ts';
import type { MigrationRow } from './migration.repo.ts';

/** The addresses of a page's pictures, which are removed with the copy at the latest. */
function picturesOf(
  { id, siteId, rehearsal }: MigrationRow,
  { pictured }: StoredPage,
  index: number,
): ComparedPage['pictures'] {
  if (!pictured?.copy || !rehearsal || siteId === null) return null;
  const of = (side: PictureSide) =>
    `${MIGRATION_PICTURE_PATH}${id}/${Date.parse(rehearsal.checked_at)}/${index}/${side}.png`;
  const { original, similarity } = pictured;
  return {
    copy_url: of('copy'),
    original_url: original ? of('original') : null,
    marked_url: similarity === null ? null : of('marked'),
    similarity,
  };
}

function publicRehearsal(row: MigrationRow): Migration['rehearsal'] {
  if (!row.rehearsal) return null;
  const { checked_at, pages, pictures, left_out = 0 } = row.rehearsal;
  return {
    checked_at,
    has_pictures: pictures === 'taken',
    left_out,
    pages: pages.map((page, index) => {
      const { path, copy, original, difference } = page;
      return { path, copy, original, difference, pictures: picturesOf(row, page, index) };
    }),
  };
}

/** What was brought over; nothing while that is in progress. */
function publicCarried({ carried }: MigrationRow): Migration['carried'] {
  switch (carried?.state) {
    case 'none':
    case 'unchanged':
      return { result: carried.state, at: carried.at };
    case 'carried':
      return { result: 'carried', at: carried.at, files: carried.files, tables: carried.tables };
    default:
      return null;
  }
}

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
    other_tables: row.otherTables,
    fqdn: row.fqdn,
    site_id: row.siteId,
    site_url: row.siteFqdn && addressOf(app.config, row.siteFqdn),
    task_id: row.siteTaskId ?? row.taskId,
    rehearsal: publicRehearsal(row),
    carried: publicCarried(row),
    error: row.error,
    customer_id: row.customerId,
    customer_email: row.customerEmail,
    partner_domain: partner.domain,
    reseller_email: partner.supportEmail,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
