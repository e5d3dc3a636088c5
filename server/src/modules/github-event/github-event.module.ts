import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { githubAppHooks } from './event.page.ts';
import { sweepEvents } from './github-event.repo.ts';

export const githubEventModule = defineModule({
  hooks: [githubAppHooks],
  sweeps: [{ every: 'day', keepMs: 30 * DAY_MS, remove: ({ db }, before) => sweepEvents(db, before) }],
});
