import type { Notification } from '@panel/core';

/** What people call the types of notifications. */
const TYPES: Readonly<Record<Notification['type'], string>> = {
  site_created: 'Site created',
  site_failed: 'Site failed',
  site_renamed: 'Site renamed',
  site_upgraded: 'Site upgraded',
  site_upgrade_failed: 'Upgrade failed',
  site_tool: 'Site tool',
  site_staging: 'Staging environment',
  site_deleted: 'Site deleted',
  migration_completed: 'Migration completed',
  migration_ready: 'Migration ready',
  migration_failed: 'Migration failed',
  site_restored: 'Site restored',
  extensions_changed: 'Plugins and themes changed',
  backup_created: 'Backup created',
  backup_failed: 'Backup failed',
  backup_restored: 'Backup restored',
  blueprint_created: 'Blueprint created',
  blueprint_failed: 'Blueprint failed',
  new_version_available: 'New version',
  app_build_success: 'Build succeeded',
  app_build_failed: 'Build failed',
  license_received: 'License received',
  license_expiring: 'License expires soon',
  license_expired: 'License expired',
  release_blocked: 'Release not served',
  approval_needed: 'Approval needed',
  dns_propagated: 'Name servers in use',
  certificate_failed: 'Certificate not issued',
  certificate_expiring: 'Certificate expires soon',
  domain_verified: 'Domain verified',
  domain_connected: 'Domain connected',
  domain_ended: 'Domain not verified',
  domain_failed: 'Domain not connected',
};

const GOOD = { name: 'check-circle', tone: 'success' } as const;
const BAD = { name: 'error', tone: 'danger' } as const;
const LOOKS = {
  site_created: GOOD,
  site_failed: BAD,
  site_renamed: { name: 'edit', tone: 'neutral' },
  site_upgraded: GOOD,
  site_upgrade_failed: BAD,
  site_tool: { name: 'edit', tone: 'neutral' },
  site_staging: { name: 'branch', tone: 'info' },
  migration_completed: GOOD,
  migration_ready: GOOD,
  migration_failed: BAD,
  site_deleted: { name: 'trash', tone: 'neutral' },
  site_restored: GOOD,
  extensions_changed: { name: 'plugin', tone: 'info' },
  backup_created: GOOD,
  backup_failed: BAD,
  backup_restored: GOOD,
  blueprint_created: GOOD,
  blueprint_failed: BAD,
  new_version_available: { name: 'arrow-up', tone: 'info' },
  app_build_success: GOOD,
  app_build_failed: BAD,
  license_received: { name: 'key', tone: 'info' },
  license_expiring: { name: 'clock', tone: 'warning' },
  license_expired: { name: 'warning', tone: 'warning' },
  release_blocked: { name: 'warning', tone: 'warning' },
  approval_needed: { name: 'users', tone: 'info' },
  dns_propagated: GOOD,
  certificate_failed: BAD,
  certificate_expiring: { name: 'clock', tone: 'warning' },
  domain_verified: GOOD,
  domain_connected: GOOD,
  domain_ended: { name: 'clock', tone: 'warning' },
  domain_failed: BAD,
} as const satisfies Record<Notification['type'], { name: string; tone: string }>;

/** Icon of a type of notification, and the tone of its colour. */
export const typeLook = (type: Notification['type']): (typeof LOOKS)[Notification['type']] => LOOKS[type];

export const typeLabel = (type: Notification['type']): string => TYPES[type];
export const statusLabel = (status: Notification['status']): string => (status === 'unread' ? 'Unread' : 'Read');
