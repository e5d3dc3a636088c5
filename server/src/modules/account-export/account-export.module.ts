import { calls } from '../../context/implement.ts';
import { defineModule } from '../../tasks/define-module.ts';
import { accountExportDownloads } from './account-export.page.ts';
import { runningExports, sweepExports } from './account-export.repo.ts';
import { linkExport, showExport, startExport } from './account-export.service.ts';
import { accountExportKinds } from './account-export.tasks.ts';
import { sweepWork } from './export-work.ts';

const { account } = calls;

export const accountExportModule = defineModule({
  routes: {
    account: {
      export: account.export.handler(async ({ context }) => ({ export: await showExport(context) })),
      startExport: account.startExport.handler(async ({ context }) => ({
        status: true as const,
        data: await startExport(context),
      })),
      exportLink: account.exportLink.handler(({ context }) => linkExport(context)),
    },
  },
  taskKinds: accountExportKinds,
  sweeps: [{ every: 'hour', remove: ({ db }, now) => sweepExports(db, now) }],
  leftovers: [{ sweep: sweepWork, needed: runningExports }],
  pages: [accountExportDownloads],
});
