import { DEPLOY_HOOK_PATH, GIT_PATH, WEBHOOK_PATH } from '@panel/contract';
import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { appPushRoutes } from './app-push.routes.ts';
import { sweepDeliveries } from './delivery.repo.ts';
import { gitPages } from './git.page.ts';
import { settleInterrupted } from './panel-push.ts';
import { webhookPages } from './webhook.page.ts';

export const appPushModule = defineModule({
  routes: { app: appPushRoutes },
  sweeps: [{ every: 'day', keepMs: 30 * DAY_MS, remove: ({ db }, before) => sweepDeliveries(db, before) }],
  chores: [{ name: 'settling interrupted pushes', everyMs: 60_000, run: (app) => settleInterrupted(app) }],
  pages: [webhookPages, gitPages],
  doors: [WEBHOOK_PATH, DEPLOY_HOOK_PATH, GIT_PATH],
});
