import { defineManifest } from '@panel/contract/manifest';

export const manifest = defineManifest({
  id: 'mf-admin',
  name: 'Administration',
  routes: [
    { path: '/admin/sites', page: 'site-list', title: 'Sites', audience: 'staff', layout: 'admin', section: 'sites', skeleton: 'list' },
  ],
  menu: [{ menu: 'admin', label: 'Sites', to: '/admin/sites', icon: 'sites', order: 20 }],
});
