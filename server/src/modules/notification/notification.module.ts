import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { sweepNotifications } from './notification.repo.ts';
import { notificationRoutes } from './notification.routes.ts';

export const notificationModule = defineModule({
  routes: { notification: notificationRoutes },
  // Unread ones are no longer useful after this time.
  sweeps: [{ every: 'day', keepMs: 180 * DAY_MS, remove: ({ db }, before) => sweepNotifications(db, before) }],
});
