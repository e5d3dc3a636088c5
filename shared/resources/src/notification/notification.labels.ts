import type { Notification } from '@panel/core';

/** What people call the types of notifications. */
const TYPES: Readonly<Record<Notification['type'], string>> = {
  site_created: 'Site created',
  site_failed: 'Site failed',
  site_renamed: 'Site renamed',
  site_deleted: 'Site deleted',
  backup_created: 'Backup created',
  blueprint_created: 'Blueprint created',
  new_version_available: 'New version',
  app_build_success: 'Build succeeded',
  app_build_failed: 'Build failed',
  release_blocked: 'Release held back',
};

export const typeLabel = (type: Notification['type']): string => TYPES[type];
export const statusLabel = (status: Notification['status']): string => (status === 'unread' ? 'Unread' : 'Read');
