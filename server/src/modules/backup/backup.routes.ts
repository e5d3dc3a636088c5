import { BACKUP_PICTURE_PATH, type Backup } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { lockRow } from '../../db/lock-row.ts';
import { backup as stored } from '../../db/schema.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { findWorkload, inOpenSections, ownedSites } from '../site/find-site.ts';
import { findTask } from '../task/task.routes.ts';
import { dismissRecovery, listBackups, renameBackup, type BackupRow } from './backup.repo.ts';
import { signDownload } from './backup-download.service.ts';
import { filesOfBackup, restoreFiles } from './backup-files.service.ts';
import { saveSettings, showSettings } from './backup-settings.service.ts';
import { createBackup, proveBackup, removeBackup, restoreBackup, showBackup } from './backup.service.ts';

function wireProof({ id, proof }: Pick<BackupRow, 'id' | 'proof'>): Backup['proof'] {
  if (!proof) return null;
  const { ok, checked_at, checks, hasPicture } = proof;
  const picture_url = hasPicture ? `${BACKUP_PICTURE_PATH}${id}/${Date.parse(checked_at)}.png` : null;
  return { ok, checked_at, checks, picture_url };
}

const wireBackup =
  ({ partner }: CallContext) =>
  (row: BackupRow): Backup => ({
    id: row.id,
    name: row.name,
    type: row.type,
    site_id: row.workloadId,
    site_fqdn: row.siteFqdn,
    task_id: row.taskId,
    status: row.status,
    size: row.size,
    sha256: row.sha256,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    database: row.content?.database ?? null,
    proof: wireProof(row),
    proof_missed: row.proofMissed,
    error: row.error,
    partner_domain: partner.domain,
    reseller_email: partner.supportEmail,
    created_at: row.createdAt.toISOString(),
  });

const { backup } = calls;
const done = { status: true as const };

export const backupRoutes = {
  dismissRestored: backup.dismissRestored.handler(async ({ context, input }) => {
    const { id } = await findWorkload(context, { id: input.site_id });
    await dismissRecovery(context.app.db, id, context.app.clock.now());
    return done;
  }),
  list: backup.list.handler(({ context, input }) => {
    const { site_id: siteId, site_fqdn: siteFqdn, keyword, type: types, include_deleted } = input;
    const filter = { siteId, siteFqdn, keyword, types };
    // Those of applications are restored on their own page alone.
    const inSection = include_deleted === undefined ? inOpenSections(context) : ownedSites(context);
    return paged(
      input,
      (slice) => listBackups(context.app.db, scopeOf(context), { ...filter, inSection }, slice),
      wireBackup(context),
    );
  }),
  byId: backup.byId.handler(async ({ context, input }) => wireBackup(context)(await showBackup(context, input.id))),
  status: backup.status.handler(({ context, input }) => findTask(context, input.taskId)),
  create: backup.create.handler(({ context, input }) => createBackup(context, input)),
  rename: backup.rename.handler(async ({ context, input }) => {
    const { id } = await showBackup(context, input.id);
    await context.app.db.transaction(async (tx) => {
      checkExpected(input.expected, { name: found(await lockRow(tx, stored, id)).name });
      await renameBackup(tx, { id }, input.name);
    });
    return done;
  }),
  remove: backup.remove.handler(async ({ context, input }) => {
    await removeBackup(context, input.id);
    return done;
  }),
  restore: backup.restore.handler(({ context, input }) => restoreBackup(context, input)),
  files: backup.files.handler(({ context, input }) => filesOfBackup(context, input)),
  restoreFiles: backup.restoreFiles.handler(({ context, input }) => restoreFiles(context, input)),
  prove: backup.prove.handler(({ context, input }) => proveBackup(context, input)),
  download: backup.download.handler(({ context, input }) => signDownload(context, input)),
  settings: backup.settings.handler(({ context, input }) => showSettings(context, input.site_id)),
  saveSettings: backup.saveSettings.handler(async ({ context, input }) => {
    await saveSettings(context, input);
    return done;
  }),
};
