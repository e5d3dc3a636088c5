import type { defineManifest } from '@panel/contract/manifest';

type MenuEntry = Parameters<typeof defineManifest>[0]['menu'][number];

const entry = (label: string, page: string, icon: string, order: number, more: Partial<MenuEntry> = {}): MenuEntry => ({
  ...{ menu: 'manage-site', label, to: `/manage-site/${page}/:id?`, icon, order },
  ...more,
});

const DELIVERY = { group: 'Domain and delivery' } as const;
const CONTENT = { group: 'Content' } as const;
const RECOVERY = { group: 'Safety' } as const;

const remove = (label: string, sites: 'live' | 'staging') =>
  entry(label, 'settings', 'trash', 100, { panel: 'delete', apart: true, sites, words: 'Delete, remove' });

/** The menu of a site: that of the specification (spec §2, manage-site menu) with the other pages of a site, in groups. */
export const siteMenu: MenuEntry[] = [
  { menu: 'manage-site', label: 'Dashboard', to: '/sites', icon: 'dashboard', order: 10 },
  entry('Overview', 'overview', 'overview', 20, { words: 'Status, health, uptime' }),
  entry('CDN', 'cdn', 'globe', 30, { ...DELIVERY, words: 'Cache, traffic, purge' }),
  entry('DNS', 'dns', 'dns', 40, { ...DELIVERY, sites: 'live', words: 'Records, name servers' }),
  entry('SSL', 'ssl', 'lock', 45, { ...DELIVERY, words: 'Certificate, HTTPS, TLS' }),
  entry('Domains', 'domain-transfer', 'link', 50, { ...DELIVERY, sites: 'live', words: 'Custom domain' }),
  entry('Backup', 'backup', 'shield', 60, { ...RECOVERY, sites: 'cms', words: 'Backup of, restore' }),
  entry('Staging', 'staging-environment', 'branch', 65, { ...RECOVERY, sites: 'cms', words: 'Publish, copy' }),
  entry('Blueprints', 'blueprints', 'blueprint', 70, { ...CONTENT, sites: 'cms', words: 'Template' }),
  entry('Files', 'files', 'server', 72, { ...CONTENT, words: 'File manager, upload, edit' }),
  entry('Tools', 'tools', 'terminal', 75, {
    ...CONTENT,
    sites: 'cms',
    words: 'Logs, files, SFTP, database, cron, search and replace',
  }),
  entry('Settings', 'settings', 'settings', 90, { words: 'PHP, password protection' }),
  remove('Delete Site', 'live'),
  remove('Delete Staging', 'staging'),
];
