import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { buildKind, beginForgotten, publishKind } from './app-build.tasks.ts';
import { buildLogPage } from './build-log.page.ts';
import { appRoutes } from './app.routes.ts';
import { appFiles } from '../../archive/stored-zips.ts';
import { endSwitchedOff } from './switched-off.ts';
import { removeEmptyProjects } from './app.repo.ts';
import { templatePictures } from './template-picture.page.ts';
import { buildsWithUploads } from './app-upload.repo.ts';

const FORGOTTEN_EVERY_MS = 3_000;
const SWITCHED_EVERY_MS = 3_000;

export const appModule = defineModule({
  routes: { app: appRoutes },
  taskKinds: { 'app.build': buildKind, 'app.publish': publishKind },
  chores: [
    { name: 'beginning builds that wait', everyMs: FORGOTTEN_EVERY_MS, run: (app) => beginForgotten(app) },
    { name: 'ending builds of what is switched off', everyMs: SWITCHED_EVERY_MS, run: endSwitchedOff },
  ],
  sweeps: [{ every: 'day', keepMs: DAY_MS, remove: ({ db }, before) => removeEmptyProjects(db, before) }],
  pages: [buildLogPage, templatePictures],
  leftovers: [
    {
      sweep: (config, before, needed) => appFiles(config).sweep(before, needed),
      needed: (db, ids) => buildsWithUploads(db, ids),
    },
  ],
});
