import type { defineManifest } from '@panel/contract/manifest';

type MenuEntry = Parameters<typeof defineManifest>[0]['menu'][number];

const entry = (label: string, page: string, icon: string, order: number, more: Partial<MenuEntry> = {}): MenuEntry => ({
  ...{ menu: 'manage-app', label, to: `/manage-app/${page}/:id?`, icon, order },
  ...more,
});

const RELEASES = { group: 'Releases' } as const;
const DELIVERY = { group: 'Domain and delivery' } as const;

/** The menu of an application: that of the specification (spec §2, manage-app menu) with its other pages, in groups. */
export const appMenu: MenuEntry[] = [
  { menu: 'manage-app', label: 'My Applications', to: '/apps', icon: 'apps', order: 10 },
  entry('Overview', 'overview', 'overview', 20, { words: 'Status, health' }),
  entry('App & Domain Management', 'manage-site', 'globe', 30, { words: 'Name, custom domain, password protection' }),
  entry('Build & Deploy', 'build', 'refresh', 40, { ...RELEASES, apps: 'built', words: 'Builds, log, roll back' }),
  entry('Deploys', 'build', 'upload', 40, { ...RELEASES, apps: 'manual', words: 'Releases, roll back' }),
  entry('Deploy', 'deploy', 'rocket', 42, { ...RELEASES, words: 'New release, commit, zip' }),
  entry('Previews', 'previews', 'eye', 43, { ...RELEASES, apps: 'built', words: 'Branches, pull requests, promote' }),
  entry('Studio', 'studio', 'edit', 41, { ...RELEASES, apps: 'built', words: 'Edit code, commit, editor' }),
  entry('Connect', 'connect', 'branch', 44, { ...RELEASES, apps: 'built', words: 'Git, push, clone, deploy token' }),
  entry('Build settings', 'build-settings', 'settings', 45, {
    ...RELEASES,
    apps: 'built',
    words: 'Environment variables, Node.js',
  }),
  entry('Database', 'database', 'db', 50, { words: 'PostgreSQL, credentials' }),
  entry('Backup', 'backup', 'shield', 51, { words: 'Restore, schedule, download' }),
  entry('Commands', 'commands', 'clock', 52, { words: 'Cron, schedule, run, migrations' }),
  entry('Files', 'files', 'server', 53, { words: 'File manager, upload, edit' }),
  entry('CDN', 'cdn', 'globe', 60, { ...DELIVERY, apps: 'built', words: 'Cache, traffic, purge' }),
  entry('DNS', 'dns', 'dns', 70, { ...DELIVERY, section: 'dns', words: 'Records, name servers' }),
  entry('SSL', 'ssl', 'lock', 80, { ...DELIVERY, words: 'Certificate, HTTPS, TLS' }),
  entry('Usage & Insight', 'usage', 'chart', 90),
  entry('Delete Application', 'manage-site', 'trash', 100, { panel: 'delete', apart: true, words: 'Delete, remove' }),
];
