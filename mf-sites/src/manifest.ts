import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { BACKUP_LIST, backupListRead, backupSettingsRead } from '@panel/resources/backup/reads';
import {
  SITE_LIST,
  siteImagesRead,
  siteListRead,
  siteOverviewRead,
  siteSummaryRead,
} from '@panel/resources/site/reads';

const inSites = { audience: 'customer', section: 'sites' } as const;
const inWizard = { ...inSites, layout: 'create-site', parent: '/sites', skeleton: 'wizard' } as const;
const images = { reads: [siteImagesRead] };

export const manifest = defineManifest({
  id: 'mf-sites',
  name: 'Sites',
  routes: [
    {
      path: '/sites',
      page: 'site-list',
      title: 'My Sites',
      layout: 'sites',
      skeleton: 'list',
      reads: [siteListRead(firstPage(SITE_LIST)), siteSummaryRead],
      ...inSites,
    },
    {
      path: '/create-site-with-wordpress',
      page: 'create-details',
      title: 'Create a WordPress site',
      ...inWizard,
      ...images,
    },
    { path: '/create-site-with-wordpress/select-a-plan', page: 'create-plan', title: 'Select a plan', ...inWizard },
    {
      path: '/create-site-with-wordpress/finalize-and-confirm',
      page: 'create-confirm',
      title: 'Finalize and confirm',
      ...inWizard,
      ...images,
    },
    { path: '/create-site-with-wordpress/finish', page: 'create-finish', title: 'Your new site', ...inWizard },
    {
      path: '/manage-site/overview/:id?',
      page: 'site-overview',
      title: 'Overview',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id')],
      ...inSites,
    },
    {
      path: '/manage-site/backup/:id?',
      page: 'backup-list',
      title: 'Backup',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'list',
      reads: [siteOverviewRead(':id'), backupListRead(':id', firstPage(BACKUP_LIST)), backupSettingsRead(':id')],
      ...inSites,
    },
  ],
  offers: ['site.overview'],
  menu: [
    { menu: 'header', label: 'Sites', to: '/sites', order: 20 },
    { menu: 'main', label: 'Sites', to: '/sites', icon: 'sites', count: 'sites', order: 30 },
    { menu: 'sites', label: 'My Sites', to: '/sites', icon: 'sites', count: 'sites', order: 10 },
    { menu: 'manage-site', label: 'Dashboard', to: '/sites', icon: 'dashboard', order: 10 },
    { menu: 'manage-site', label: 'Overview', to: '/manage-site/overview/:id?', icon: 'overview', order: 20 },
    {
      menu: 'manage-site',
      label: 'Backup',
      to: '/manage-site/backup/:id?',
      icon: 'shield',
      order: 60,
      sites: 'cms',
    },
  ],
});
