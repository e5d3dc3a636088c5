import * as v from 'valibot';

export const NOTIFICATION_TYPES = [
  'site_created',
  'backup_created',
  'blueprint_created',
  'new_version_available',
  'app_build_success',
  'app_build_failed',
  'site_failed',
  'site_deleted',
  'site_renamed',
  'release_blocked',
] as const;

/**
 * The last four types are ours: finished tasks, and releases that were held back while nobody looked (ux: Long work;
 * ADR 0020).
 */
export const Notification = v.object({
  id: v.string(),
  type: v.picklist(NOTIFICATION_TYPES),
  description: v.string(),
  status: v.picklist(['unread', 'read']),
  created_at: v.string(),
  /** The related page of the panel, or null. */
  link: v.nullable(v.string()),
});
export type Notification = v.InferOutput<typeof Notification>;
