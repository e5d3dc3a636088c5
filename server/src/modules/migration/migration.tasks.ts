import { migrationFiles } from '../../archive/stored-zips.ts';
import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { HostingDriver } from '../../hosting/driver.ts';
import { outlineOf, type Notice, type StepContext, type TaskKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { describeStep } from '../site-lifecycle/site-import.tasks.ts';
import { createKind, type SiteSource } from '../site-install/site-install.tasks.ts';
import { uploadedSite } from '../site-install/uploaded-site.ts';
import { renameKind, RenamePayload } from '../site-address/site-rename.tasks.ts';
import { deleteSite } from '../dns/delete-site.repo.ts';
import { carrySteps } from './carry-steps.ts';
import { compareStep, fetchStep, pictureStep, MigrationPayload } from './migration-steps.ts';
import { migrationFolderKey } from './migration-pictures.ts';
import { prepareKind } from './prepare-archive.tasks.ts';
import { completedOf, moveMigration, updateMigration } from './migration.repo.ts';

const idOf = ({ task }: Pick<StepContext, 'task'>): string => MigrationPayload.of(task.payload).migrationId;
const link = (id: string): string => `/migrations/overview/${id}`;

const source: SiteSource = {
  label: 'Copying the site',
  kind: 'import',
  provide: [fetchStep],
  origin(context) {
    const { migrationId, otherTables } = MigrationPayload.of(context.task.payload);
    const file = migrationFiles(context.app.config).fileOf(migrationId);
    return { kind: 'import', otherTables, ...uploadedSite(context, file) };
  },
  finish: (payload) => [
    ...(MigrationPayload.of(payload).kind === 'wordpress' ? [describeStep()] : []),
    compareStep,
    pictureStep,
  ],
  // A failed migration keeps its archive, so that it can be repeated.
  cleanUp: async () => undefined,
};

/** Staff start a migration; the customer learns how it ends. */
const tell = (tx: Database, { task }: StepContext, notice: Notice) =>
  notifyStarter(tx, { ...task, userId: task.customerId }, notice);

/** Removes what the database and the storage have of a copy that was not completed. */
async function forget(tx: Database, context: StepContext): Promise<void> {
  const { task, discard } = context;
  await discard(tx, migrationFolderKey({ id: idOf(context), siteId: task.resourceId }));
  await deleteSite(tx, task.resourceId);
}

/** Makes the copy as a site. When that fails or is cancelled, nothing of it is left. */
function rehearseKind(hosting: HostingDriver): TaskKind {
  const base = createKind(hosting, source);
  return {
    ...base,
    stale: [...base.stale, 'migration'],
    undoOnFailure: true,
    async succeeded(tx, context) {
      await base.succeeded(tx, context);
      const id = idOf(context);
      await moveMigration(tx, id, 'completed', { copiedAt: context.app.clock.now() });
      await migrationFiles(context.app.config).remove(id);
      const text = said('The copy of your site is complete: {site}. Check it, then move it to its address.', {
        site: context.task.title,
      });
      await tell(tx, context, { type: 'migration_completed', ...described(text), link: link(id) });
      return null;
    },
    async failed(tx, context, error) {
      const id = idOf(context);
      await forget(tx, context);
      await moveMigration(tx, id, 'failed', { error: error.message });
      const text = said('Your site could not be copied. {reason}', { reason: reasonOf(error) });
      await tell(tx, context, { type: 'migration_failed', ...described(text), link: link(id) });
      return null;
    },
    async cancelled(tx, context) {
      await forget(tx, context);
      await moveMigration(tx, idOf(context), 'cancelled');
      await migrationFiles(context.app.config).remove(idOf(context));
      return null;
    },
  };
}

/** Moves the copy to the chosen address, as a rename does. When that fails, the copy keeps its own. */
const cutOverKind: TaskKind = {
  ...renameKind,
  label: 'Moving the site to its address',
  steps: async (context) => [...carrySteps(context.task.payload), ...(await renameKind.steps(context))],
  outline: (payload) => [...carrySteps(payload).map(outlineOf), ...renameKind.outline(payload)],
  stale: [...renameKind.stale, 'migration'],
  async succeeded(tx, context) {
    await renameKind.succeeded(tx, context);
    const row = await completedOf(tx, context.task.resourceId);
    if (!row) return null;
    await migrationFiles(context.app.config).remove(row.id);
    // Another address may have been chosen meanwhile.
    const { to: fqdn } = RenamePayload.of(context.task.payload);
    await moveMigration(tx, row.id, 'ready', { fqdn, error: null });
    const text = said('{site} is ready.', { site: fqdn });
    await tell(tx, context, { type: 'migration_ready', ...described(text), link: link(row.id) });
    return null;
  },
  async failed(tx, context, error) {
    await renameKind.failed(tx, context, error);
    const row = await completedOf(tx, context.task.resourceId);
    if (!row) return null;
    await updateMigration(tx, row.id, { error: error.message });
    const text = said('Your site could not be moved to {to}. {reason}', {
      ...{ to: RenamePayload.of(context.task.payload).to, reason: reasonOf(error) },
    });
    await tell(tx, context, { type: 'migration_failed', ...described(text), link: link(row.id) });
    return null;
  },
};

export const migrationKinds = (hosting: HostingDriver): TaskKinds => ({
  'migration.prepare': prepareKind,
  'migration.rehearse': rehearseKind(hosting),
  'migration.cut-over': cutOverKind,
});
