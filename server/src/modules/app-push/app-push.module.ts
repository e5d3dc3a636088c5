import { DEPLOY_HOOK_PATH, WEBHOOK_PATH } from '@panel/contract';
import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { appPushRoutes } from './app-push.routes.ts';
import { sweepDeliveries } from './delivery.repo.ts';
import { webhookPages } from './webhook.page.ts';

export const appPushModule = defineModule({
  routes: { app: appPushRoutes },
  sweeps: [{ every: 'day', keepMs: 30 * DAY_MS, remove: ({ db }, before) => sweepDeliveries(db, before) }],
  pages: [webhookPages],
  doors: [WEBHOOK_PATH, DEPLOY_HOOK_PATH],
});
