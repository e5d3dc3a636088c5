import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { BACKUP_LIST, backupListRead, backupSettingsRead } from '@panel/resources/backup/reads';
import { BIN_LIST, binListRead } from '@panel/resources/bin/reads';
import { cdnMetricsRead, cdnRegionsRead, cdnSettingsRead } from '@panel/resources/cdn/reads';
import { DNS_LIST, dnsListRead } from '@panel/resources/dns/reads';
import { siteDomainRead } from '@panel/resources/domain/reads';
import { BLUEPRINT_LIST, blueprintListRead } from '@panel/resources/blueprint/reads';
import { MIGRATION_LIST, migrationListRead, migrationRead } from '@panel/resources/migration/reads';
import { accountPlanRead } from '@panel/resources/payment/reads';
import { SITE_LIST, siteListRead, siteOverviewRead, siteSummaryRead } from '@panel/resources/site/reads';
import { builderDraftRead } from '@panel/resources/site-builder/reads';
import { fleetRead } from '@panel/resources/fleet/reads';
import { sslRead } from '@panel/resources/ssl/reads';
import { stagingRead } from '@panel/resources/staging/reads';
import { creationRoutes } from './creation-routes.ts';
import { extensionRoutes } from './extension-routes.ts';
import { siteMenu } from './site-menu.ts';

const inSites = { audience: 'customer', section: 'sites' } as const;
const inManager = { ...inSites, layout: 'site-menu' } as const;

/** Changing many sites at once: the same pages for customers, and for staff over the sites of all customers. */
const fleetRoutes = (
  [
    { base: '/fleet', ...inManager },
    { base: '/admin/fleet', audience: 'staff', section: 'sites', layout: 'admin' },
  ] as const
).flatMap(({ base, ...access }) => [
  {
    path: base,
    page: 'fleet',
    title: 'Change many sites',
    skeleton: 'list' as const,
    reads: [fleetRead],
    ...(access.audience === 'staff' ? {} : { parent: '/sites' }),
    ...access,
  },
  {
    path: `${base}/new`,
    page: 'fleet-new',
    title: 'New change',
    parent: base,
    skeleton: 'form' as const,
    ...(access.audience === 'staff' ? { staff: 'support' as const } : { member: 'change' as const }),
    ...access,
  },
  {
    path: `${base}/plan`,
    page: 'fleet-plan',
    title: 'Change of many sites',
    parent: base,
    skeleton: 'detail' as const,
    unlisted: true,
    ...access,
  },
]);

/** Giving a site a domain: the page of it, and the steps to it. None is in the menu (spec §2). */
const domainRoutes = (
  [
    ['/manage-site/domain-transfer/:id?', 'domain-transfer', 'Domain'],
    ['/manage-site/upgrade/bring-your-own-domain/:id?', 'bring-domain', 'Add a Custom Domain'],
    ['/manage-site/upgrade/pick-a-plan/:id?', 'pick-plan', 'Pick a plan'],
    ['/manage-site/upgrade/payment/:id?', 'payment', 'Payment'],
    ['/manage-site/upgrade/finish/:id?', 'domain-finish', 'Congratulations!'],
  ] as const
).map(([path, page, title]) => ({
  ...({ path, page, title, layout: 'manage-site', parent: '/sites', skeleton: 'detail', unlisted: true } as const),
  reads: [
    siteOverviewRead(':id'),
    ...(page === 'domain-transfer' || page === 'bring-domain' || page === 'domain-finish'
      ? [siteDomainRead(':id')]
      : []),
  ],
  ...inSites,
}));

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
    {
      path: '/sites/finish',
      page: 'upgrade-finish',
      title: 'Upgrade',
      layout: 'sites',
      parent: '/sites',
      skeleton: 'detail',
      unlisted: true,
      ...inSites,
    },
    {
      path: '/site-builder-plans',
      page: 'builder-plans',
      title: 'Site builder plans',
      parent: '/sites',
      skeleton: 'cards',
      ...inManager,
    },
    {
      path: '/site-builder/upgrade',
      page: 'builder-upgrade',
      title: 'Upgrade the site builder',
      parent: '/site-builder-plans',
      skeleton: 'cards',
      ...inManager,
    },
    {
      path: '/ecommerce',
      page: 'ecommerce',
      title: 'E-commerce',
      layout: 'dashboard',
      skeleton: 'cards',
      reads: [accountPlanRead],
      audience: 'customer',
      section: 'ecommerce',
    },
    {
      path: '/site-builder/edit/:id',
      page: 'builder-edit',
      title: 'Edit site',
      layout: 'plain',
      reads: [builderDraftRead(':id')],
      ...inSites,
    },
    ...creationRoutes,
    ...fleetRoutes,
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
      path: '/manage-site/cdn/:id?',
      page: 'cdn',
      title: 'CDN',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id'), cdnSettingsRead(':id'), cdnMetricsRead(':id'), cdnRegionsRead(':id')],
      ...inSites,
    },
    {
      path: '/manage-site/ssl/:id?',
      page: 'ssl',
      title: 'SSL',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id'), sslRead(':id')],
      ...inSites,
    },
    {
      path: '/manage-site/cdn_old/:id?',
      page: 'cdn-settings',
      title: 'CDN settings',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'detail',
      reads: [siteOverviewRead(':id'), cdnSettingsRead(':id')],
      unlisted: true,
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
      path: '/manage-site/backup-files/:id?',
      page: 'backup-files',
      title: 'Restore files',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'list',
      reads: [siteOverviewRead(':id')],
      unlisted: true,
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
      path: '/manage-site/files/:id?',
      page: 'site-files',
      title: 'Files',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'list',
      reads: [siteOverviewRead(':id')],
      ...inSites,
    },
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
      path: '/manage-site/dns/:id?',
      page: 'site-dns',
      title: 'DNS',
      layout: 'manage-site',
      parent: '/sites',
      skeleton: 'list',
      reads: [siteOverviewRead(':id')],
      audience: 'customer',
      section: 'dns',
    },
    {
      path: '/dns',
      page: 'domain-list',
      title: 'DNS',
      layout: 'dashboard',
      skeleton: 'list',
      reads: [dnsListRead(firstPage(DNS_LIST))],
      audience: 'customer',
      section: 'dns',
    },
    {
      path: '/propagation/check/:id?',
      page: 'propagation',
      title: 'Check propagation',
      layout: 'dashboard',
      parent: '/dns',
      skeleton: 'detail',
      reads: [siteDomainRead(':id')],
      audience: 'customer',
      section: 'dns',
    },
    ...domainRoutes,
    {
      path: '/dns/mail/:id?',
      page: 'mail-check',
      title: 'Email settings',
      layout: 'dashboard',
      parent: '/dns',
      skeleton: 'detail',
      reads: [siteDomainRead(':id')],
      audience: 'customer',
      section: 'dns',
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
    { menu: 'main', label: 'E-commerce', to: '/ecommerce', icon: 'plan', order: 60 },
    { menu: 'main', label: 'DNS', to: '/dns', icon: 'dns', order: 70 },
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
    {
      menu: 'admin',
      label: 'Change many sites',
      to: '/admin/fleet',
      icon: 'refresh',
      order: 22,
      words: 'Fleet, bulk, PHP version, WordPress version, cache rules',
    },
    ...siteMenu,
  ],
});
