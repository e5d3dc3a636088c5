import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { sweepAnnouncements } from './announcement.repo.ts';
import { announcementRoutes } from './announcement.routes.ts';
import { announcementKinds, startDueMailings } from './announcement.tasks.ts';

export const announcementModule = defineModule({
  routes: { announcement: announcementRoutes },
  taskKinds: announcementKinds,
  chores: [{ name: 'mailing announcements', everyMs: 60_000, run: startDueMailings }],
  sweeps: [{ every: 'day', keepMs: 365 * DAY_MS, remove: ({ db }, before) => sweepAnnouncements(db, before) }],
});
