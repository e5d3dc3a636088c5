import { notePanel, sweepStatusDays } from '../../metrics/status-day.repo.ts';
import { DAY_MS, defineModule, HOUR_MS } from '../../tasks/define-module.ts';
import { sweepIncidents } from './incident.repo.ts';
import { incidentRoutes } from './incident.routes.ts';
import { sweepKept } from './kept-status.ts';
import { statusMailKinds } from './status-mail.tasks.ts';
import { sweepUnconfirmed } from './subscriber.repo.ts';
import { statusPage } from './status.page.ts';

export const statusPageModule = defineModule({
  routes: { incident: incidentRoutes },
  taskKinds: statusMailKinds,
  hooks: [statusPage],
  chores: [
    {
      name: 'noting that the panel runs',
      everyMs: 60_000,
      // A note that waits for a slow chore, or for a minute after a restart, would be an outage that never was.
      beside: true,
      run: ({ db, clock }) => notePanel(db, clock.now()),
    },
    { name: 'removing old status pages', everyMs: HOUR_MS, run: sweepKept },
  ],
  sweeps: [
    { every: 'hour', keepMs: 2 * DAY_MS, remove: ({ db }, before) => sweepUnconfirmed(db, before) },
    { every: 'day', keepMs: 365 * DAY_MS, remove: ({ db }, before) => sweepIncidents(db, before) },
    { every: 'day', keepMs: 100 * DAY_MS, remove: ({ db }, before) => sweepStatusDays(db, before) },
  ],
});
