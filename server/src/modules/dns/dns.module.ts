import { defineModule } from '../../tasks/define-module.ts';
import { dnsRoutes } from './dns.routes.ts';
import { dnsKinds } from './dns.tasks.ts';
import { checkWatchedDomains } from './watched-domains.ts';

export const dnsModule = defineModule({
  routes: { dns: dnsRoutes },
  taskKinds: dnsKinds,
  schedules: [
    { id: 'panel.dns', resourceId: 'dns', cron: '*/5 * * * *' },
    { id: 'panel.dns-zones', resourceId: 'dns-zones', cron: '*/5 * * * *' },
  ],
  chores: [{ name: 'checking domains', everyMs: 60_000, run: checkWatchedDomains }],
});
