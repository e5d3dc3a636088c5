import * as v from 'valibot';

export const NOTIFICATION_TYPES = [
  'site_created', 'backup_created', 'blueprint_created', 'new_version_available', 'app_build_success', 'app_build_failed',
  'site_failed', 'site_deleted', 'site_renamed',
] as const;

/** The last three types are ours: long work that ended while nobody looked tells the bell (ux: Long work). */
export const Notification = v.object({
  id: v.string(),
  type: v.picklist(NOTIFICATION_TYPES),
  description: v.string(),
  status: v.picklist(['unread', 'read']),
  created_at: v.string(),
  /** A page of the panel that belongs to it, or null. */
  link: v.nullable(v.string()),
});
export type Notification = v.InferOutput<typeof Notification>;
