import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { BACKUP_LIST, backupListRead, backupSettingsRead } from '@panel/resources/backup/reads';
import { BIN_LIST, binListRead } from '@panel/resources/bin/reads';
import type { ExtensionKind } from '@panel/contract';
import { BLUEPRINT_LIST, blueprintListRead } from '@panel/resources/blueprint/reads';
import { githubConnectionRead } from '@panel/resources/github/reads';
import { EXTENSION_LIST, installedRead, libraryRead } from '@panel/resources/extension/reads';
import { MIGRATION_LIST, migrationListRead, migrationRead } from '@panel/resources/migration/reads';
import {
  SITE_LIST,
  siteImagesRead,
  siteListRead,
  siteOverviewRead,
  siteSummaryRead,
} from '@panel/resources/site/reads';
import { stagingRead } from '@panel/resources/staging/reads';

const inSites = { audience: 'customer', section: 'sites' } as const;
const inWizard = { ...inSites, layout: 'create-site', parent: '/sites', skeleton: 'wizard' } as const;
const inManager = { ...inSites, layout: 'site-menu' } as const;

/** Plugins and themes have the same pages (spec §7). */
const extensionRoutes = (kind: ExtensionKind, title: string) =>
  [
    {
      path: `/${kind}s`,
      page: `${kind}-library`,
      title,
      skeleton: 'list',
      reads: [libraryRead(kind, firstPage(EXTENSION_LIST))],
      ...inManager,
    },
    {
      path: `/${kind}s/installed-${kind}s`,
      page: `installed-${kind}s`,
      title: `Installed ${kind}s`,
      parent: `/${kind}s`,
      skeleton: 'list',
      reads: [installedRead(kind, firstPage(EXTENSION_LIST))],
      ...inManager,
    },
    ...(['select', 'confirm', 'done'] as const).map((step) => ({
      path: `/${kind}s/apply-${step}`,
      page: `apply-${step}`,
      title: `Install a ${kind}`,
      parent: `/${kind}s`,
      skeleton: 'wizard' as const,
      unlisted: true,
      ...inManager,
    })),
  ] as const;

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
      path: '/sites/bin',
      page: 'bin-list',
      title: 'Bin',
      layout: 'sites',
      parent: '/sites',
      skeleton: 'list',
      reads: [binListRead(firstPage(BIN_LIST))],
      ...inSites,
    },
    { path: '/create-site', page: 'static-source', title: 'Create a site', ...inWizard },
    { path: '/create-site/site-name', page: 'static-name', title: 'Site name', ...inWizard },
    { path: '/create-site/plan-selection', page: 'static-plan', title: 'Select a plan', ...inWizard },
    {
      path: '/create-site/github-connection',
      page: 'github-connection',
      title: 'Publish from GitHub',
      reads: [githubConnectionRead],
      ...inWizard,
    },
    { path: '/create-site/ftp-connection', page: 'ftp-connection', title: 'Copy from a server', ...inWizard },
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
    { path: '/create-new-site/migration', page: 'migration-create', title: 'Migrate a site', ...inWizard },
    {
      path: '/create-new-site/migration/finish',
      page: 'migration-finish',
      title: 'Your migration',
      unlisted: true,
      ...inWizard,
    },
    {
      path: '/migrations',
      page: 'migration-list',
      title: 'Migrations',
      skeleton: 'list',
      reads: [migrationListRead(firstPage(MIGRATION_LIST))],
      ...inManager,
    },
    {
      path: '/migrations/overview/:id?',
      page: 'migration-overview',
      title: 'Migration',
      parent: '/migrations',
      skeleton: 'detail',
      reads: [migrationRead(':id')],
      ...inManager,
    },
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
    {
      path: '/manage-site/blueprints/:id?',
      page: 'site-blueprints',
      title: 'Blueprints',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'list',
      reads: [siteOverviewRead(':id'), blueprintListRead(firstPage(BLUEPRINT_LIST), ':id')],
      ...inSites,
    },
    {
      path: '/blueprints',
      page: 'blueprint-list',
      title: 'Blueprints',
      parent: '/sites',
      skeleton: 'list',
      reads: [blueprintListRead(firstPage(BLUEPRINT_LIST))],
      ...inManager,
    },
    { path: '/wp-manager', page: 'wp-manager', title: 'WP Manager', unlisted: true, ...inManager },
    ...extensionRoutes('plugin', 'Plugins'),
    ...extensionRoutes('theme', 'Themes'),
    {
      path: '/manage-site/tools/:id?',
      page: 'site-tools',
      title: 'Tools',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id')],
      ...inSites,
    },
    {
      path: '/manage-site/staging-environment/:id?',
      page: 'staging-environment',
      title: 'Staging environment',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id'), stagingRead(':id')],
      ...inSites,
    },
    {
      path: '/manage-site/settings/:id?',
      page: 'site-settings',
      title: 'Settings',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id')],
      ...inSites,
    },
  ],
  offers: ['site.overview'],
  menu: [
    { menu: 'header', label: 'Sites', to: '/sites', order: 20 },
    { menu: 'main', label: 'Sites', to: '/sites', icon: 'sites', count: 'sites', order: 30 },
    { menu: 'sites', label: 'My Sites', to: '/sites', icon: 'sites', count: 'sites', order: 10 },
    {
      menu: 'sites',
      label: 'Migration',
      to: '/migrations',
      icon: 'migration',
      order: 20,
      attribute: 'SHOW_MIGRATION_SITE_BTN',
    },
    { menu: 'sites', label: 'WP Manager', to: '/wp-manager', icon: 'wordpress', order: 30 },
    { menu: 'sites', label: 'Themes', to: '/themes', icon: 'theme', order: 31, submenu: true },
    { menu: 'sites', label: 'Plugins', to: '/plugins', icon: 'plugin', order: 32, submenu: true },
    { menu: 'sites', label: 'Blueprints', to: '/blueprints', icon: 'blueprint', order: 40 },
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
    { menu: 'manage-site', label: 'Settings', to: '/manage-site/settings/:id?', icon: 'settings', order: 90 },
    {
      menu: 'manage-site',
      label: 'Delete Site',
      to: '/manage-site/settings/:id?',
      panel: 'delete',
      icon: 'trash',
      order: 100,
      sites: 'live',
    },
    {
      menu: 'manage-site',
      label: 'Delete Staging',
      to: '/manage-site/settings/:id?',
      panel: 'delete',
      icon: 'trash',
      order: 100,
      sites: 'staging',
    },
  ],
});
