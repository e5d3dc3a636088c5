import { defineManifest } from '@panel/contract/manifest';
import { FIRST_PAGE, read } from '@panel/contract/reads';

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
      reads: [read.site.filter(FIRST_PAGE)],
      ...inAdmin,
    },
    // Sections are turned on and off here, so these two pages belong to none.
    {
      path: '/admin/sections',
      page: 'section-list',
      title: 'Sections',
      skeleton: 'list',
      reads: [read.partnerAdmin.sections({})],
      ...inAdmin,
    },
    {
      path: '/admin/branding',
      page: 'branding',
      title: 'Branding',
      skeleton: 'form',
      reads: [read.partnerAdmin.branding({})],
      ...inAdmin,
    },
    {
      path: '/admin/releases',
      page: 'release-list',
      title: 'Releases',
      skeleton: 'list',
      reads: [read.release.running({})],
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
