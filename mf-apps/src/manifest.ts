import { defineManifest } from '@panel/contract/manifest';

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
      reads: ['/nucal/user/apps?pageIndex=0&pageSize=10&orderBy=created_at&sortOrder=desc'],
    },
  ],
  menu: [
    { menu: 'header', label: 'Applications', to: '/apps', order: 10 },
    { menu: 'main', label: 'Applications', to: '/apps', icon: 'apps', order: 20 },
    { menu: 'apps', label: 'My Applications', to: '/apps', icon: 'apps', order: 10 },
  ],
});
