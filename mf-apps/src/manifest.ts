import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { APP_LIST, appListRead } from '@panel/resources/app/reads';

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
  ],
  menu: [
    { menu: 'header', label: 'Applications', to: '/apps', order: 10 },
    { menu: 'main', label: 'Applications', to: '/apps', icon: 'apps', order: 20 },
    { menu: 'apps', label: 'My Applications', to: '/apps', icon: 'apps', order: 10 },
  ],
});
