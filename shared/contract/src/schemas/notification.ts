import * as v from 'valibot';
import { saidEntries } from './said.ts';

export const NOTIFICATION_TYPES = [
  'site_created',
  'backup_created',
  'blueprint_created',
  'new_version_available',
  'app_build_success',
  'app_build_failed',
  'site_failed',
  'site_deleted',
  'site_restored',
  'site_renamed',
  'site_upgraded',
  'site_upgrade_failed',
  'backup_failed',
  'backup_restored',
  'blueprint_failed',
  'extensions_changed',
  'fleet_changed',
  'customers_changed',
  'workloads_changed',
  'site_tool',
  'migration_requested',
  'payment_account_refused',
  'migration_completed',
  'migration_ready',
  'migration_failed',
  'site_staging',
  'license_expiring',
  'license_expired',
  'license_received',
  'release_blocked',
  'approval_needed',
  'dns_propagated',
  'certificate_failed',
  'certificate_expiring',
  'domain_verified',
  'domain_connected',
  'domain_ended',
  'domain_failed',
  'site_broken',
  'site_well',
  'panel_ended',
  'installation_backup_failed',
  'installation_backup_missing',
  'installation_backup_works',
  'site_held',
  'api_token_created',
  'form_submitted',
  'limit_near',
  'payment_failed',
  'trial_ending',
] as const;

/**
 * All but the first six types are ours: finished tasks, changes on many sites, releases that were held back while nobody looked,
 * and changes that wait for a second person (ux: Long work; ADR 0020, 0041).
 */
export const Notification = v.object({
  id: v.string(),
  type: v.picklist(NOTIFICATION_TYPES),
  /** In English. */
  description: v.string(),
  ...saidEntries,
  status: v.picklist(['unread', 'read']),
  created_at: v.string(),
  /** The related page of the panel, or null. */
  link: v.nullable(v.string()),
});
export type Notification = v.InferOutput<typeof Notification>;
