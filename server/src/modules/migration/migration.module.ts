import { defineModule } from '../../tasks/define-module.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { migrationPictures } from './migration-picture.page.ts';
import { migrationsWithArchive } from './migration.repo.ts';
import { migrationRoutes } from './migration.routes.ts';
import { migrationKinds } from './migration.tasks.ts';

export const migrationModule = defineModule({
  routes: { migration: migrationRoutes },
  taskKinds: migrationKinds,
  leftovers: [
    { sweep: (config, before, needed) => migrationFiles(config).sweep(before, needed), needed: migrationsWithArchive },
  ],
  pages: [migrationPictures],
});
