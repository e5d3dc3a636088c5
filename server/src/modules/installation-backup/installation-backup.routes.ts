import { calls } from '../../context/implement.ts';
import { said, withMessage } from '../../context/said.ts';
import { found } from '../../context/scope.ts';

const { installationBackup } = calls;

export const installationBackupRoutes = {
  overview: installationBackup.overview.handler(({ context: { app } }) => app.installation.overview()),
  stored: installationBackup.stored.handler(({ context: { app } }) => app.installation.stored()),
  byId: installationBackup.byId.handler(async ({ context: { app }, input }) =>
    found(await app.installation.details(input.id)),
  ),
  make: installationBackup.make.handler(async ({ context: { app } }) => {
    await app.installation.request();
    return { status: true as const, ...withMessage(said('The backup begins within a minute.')) };
  }),
};
