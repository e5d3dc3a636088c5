import { defineManifest } from '@panel/contract/manifest';

export const manifest = defineManifest({
  id: 'mf-libraries',
  name: 'Libraries',
  routes: [
    { path: '/libraries', page: 'libraries', title: 'Libraries', audience: 'customer', layout: 'dashboard' },
    {
      path: '/libraries/:name',
      page: 'library',
      title: 'Library',
      parent: '/libraries',
      audience: 'customer',
      layout: 'dashboard',
    },
  ],
  menu: [],
});
