import { defineModule } from '../../tasks/define-module.ts';
import { pruneLines, SEAL_AFTER_MS, sealLines } from './audit-chain.service.ts';
import { auditPages } from './audit.pages.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditModule = defineModule({
  routes: { audit: auditRoutes },
  chores: [
    {
      name: 'sealing lines of the audit log',
      everyMs: SEAL_AFTER_MS,
      run: (app, signal) => sealLines(app, new Date(app.clock.now().getTime() - SEAL_AFTER_MS), signal),
    },
  ],
  sweeps: [{ every: 'day', remove: (app, now) => pruneLines(app, now) }],
  pages: [auditPages],
});
