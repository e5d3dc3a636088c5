import { defineManifest } from '@panel/contract/manifest';
import { FIRST_PAGE, read } from '@panel/contract/reads';

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
      reads: [read.app.list(FIRST_PAGE)],
    },
  ],
  menu: [
    { menu: 'header', label: 'Applications', to: '/apps', order: 10 },
    { menu: 'main', label: 'Applications', to: '/apps', icon: 'apps', order: 20 },
    { menu: 'apps', label: 'My Applications', to: '/apps', icon: 'apps', order: 10 },
  ],
});
