import { defineManifest } from '@panel/contract/manifest';

const inAdmin = { audience: 'staff', layout: 'admin' } as const;

export const manifest = defineManifest({
  id: 'mf-admin',
  name: 'Administration',
  routes: [
    {
      path: '/admin/sites',
      page: 'site-list',
      title: 'Sites',
      section: 'sites',
      skeleton: 'list',
      reads: ['/site/filter?pageIndex=0&pageSize=10&orderBy=created_at&sortOrder=desc'],
      ...inAdmin,
    },
    // What is switched off here can only be switched on here: these two belong to no section.
    {
      path: '/admin/sections',
      page: 'section-list',
      title: 'Sections',
      skeleton: 'list',
      reads: ['/partner/sections'],
      ...inAdmin,
    },
    {
      path: '/admin/branding',
      page: 'branding',
      title: 'Branding',
      skeleton: 'form',
      reads: ['/partner/branding'],
      ...inAdmin,
    },
    {
      path: '/admin/releases',
      page: 'release-list',
      title: 'Releases',
      skeleton: 'list',
      reads: ['/platform/running'],
      audience: 'superadmin',
      layout: 'admin',
    },
  ],
  menu: [
    { menu: 'admin', label: 'Sites', to: '/admin/sites', icon: 'sites', order: 20 },
    { menu: 'admin', label: 'Sections', to: '/admin/sections', icon: 'settings', order: 60 },
    { menu: 'admin', label: 'Branding', to: '/admin/branding', icon: 'theme', order: 70 },
    { menu: 'admin', label: 'Releases', to: '/admin/releases', icon: 'branch', order: 80 },
  ],
});
