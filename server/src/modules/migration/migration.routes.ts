import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { listMigrations, type MigrationRow } from './migration.repo.ts';
import { storeNewerArchive, writtenRows } from './migration-work.service.ts';
import { publicMigration } from './public-migration.ts';
import * as service from './migration.service.ts';

const { migration } = calls;

/** The answer of a change. */
const saved = async (context: CallContext, row: Promise<MigrationRow>) => ({
  status: true as const,
  data: publicMigration(context)(await row),
});

export const migrationRoutes = {
  list: migration.list.handler(({ context, input }) => {
    const { keyword, status } = input;
    const filter = { ...(keyword && { keyword }), ...(status && { status }) };
    return paged(
      input,
      (slice) => listMigrations(context.app.db, scopeOf(context), filter, slice),
      publicMigration(context),
    );
  }),
  checkToken: migration.checkToken.handler(async ({ context, input }) => ({
    status: true as const,
    data: await service.checkToken(context, input.token),
  })),
  byId: migration.byId.handler(async ({ context, input }) =>
    publicMigration(context)(await service.showMigration(context, input.id)),
  ),
  create: migration.create.handler(({ context, input }) => service.createMigration(context, input)),
  update: migration.update.handler(({ context, input }) => saved(context, service.changeMigration(context, input))),
  updateStatus: migration.updateStatus.handler(({ context, input }) =>
    saved(context, service.setMigrationStatus(context, input)),
  ),
  written: migration.written.handler(async ({ context, input }) =>
    writtenRows(context, await service.showMigration(context, input.id)),
  ),
  uploadArchive: migration.uploadArchive.handler(async ({ context, input }) => {
    await storeNewerArchive(context, await service.showMigration(context, input.id), input.backupZipFile);
    return saved(context, service.showMigration(context, input.id));
  }),
  retry: migration.retry.handler(({ context, input }) => service.retryMigration(context, input.id)),
  remove: migration.remove.handler(async ({ context, input }) => {
    await service.removeMigration(context, input.id);
    return { status: true as const };
  }),
};
