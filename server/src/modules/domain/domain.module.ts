import { defineModule } from '../../tasks/define-module.ts';
import { connectAfterTask } from './domain-proof.ts';
import { domainRoutes } from './domain.routes.ts';
import { domainKinds } from './domain.tasks.ts';

export const domainModule = defineModule({
  routes: { domain: domainRoutes },
  taskKinds: domainKinds,
  afterTask: connectAfterTask,
  schedules: [{ id: 'panel.domains', resourceId: 'domains', cron: '*/5 * * * *' }],
});
