import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { APP_LIST, appListRead } from '@panel/resources/app/reads';
import { DATABASE_LIST, databaseListRead } from '@panel/resources/database/reads';
import { SUBMISSION_LIST, submissionListRead } from '@panel/resources/submission/reads';

export const manifest = defineManifest({
  id: 'mf-apps',
  name: 'Applications',
  routes: [
    {
      path: '/apps',
      page: 'app-list',
      title: 'My Applications',
      audience: 'customer',
      layout: 'apps',
      section: 'applications',
      skeleton: 'list',
      reads: [appListRead(firstPage(APP_LIST))],
    },
    {
      path: '/forms',
      page: 'submission-list',
      title: 'Forms',
      audience: 'customer',
      layout: 'default',
      section: 'forms',
      skeleton: 'list',
      reads: [submissionListRead(firstPage(SUBMISSION_LIST))],
    },
    {
      path: '/db',
      page: 'database-list',
      title: 'Databases',
      audience: 'customer',
      layout: 'default',
      section: 'databases',
      skeleton: 'list',
      reads: [databaseListRead(firstPage(DATABASE_LIST))],
    },
  ],
  menu: [
    { menu: 'header', label: 'Applications', to: '/apps', order: 10 },
    { menu: 'main', label: 'Applications', to: '/apps', icon: 'apps', order: 20 },
    { menu: 'apps', label: 'My Applications', to: '/apps', icon: 'apps', order: 10 },
    { menu: 'main', label: 'Forms', to: '/forms', icon: 'forms', order: 40 },
    { menu: 'main', label: 'Databases', to: '/db', icon: 'db', order: 50 },
  ],
});
