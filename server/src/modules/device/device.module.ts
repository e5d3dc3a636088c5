import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { sweepGrants } from './device.repo.ts';
import { deviceRoutes } from './device.routes.ts';

export const deviceModule = defineModule({
  routes: { device: deviceRoutes },
  // For a day people who come late read that a code has expired, and not that there is none.
  sweeps: [{ every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepGrants(db, before) }],
});
