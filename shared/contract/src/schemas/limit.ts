import * as v from 'valibot';
import { LIMIT_KINDS } from '../plans.ts';

/** The limits of a site's plan (see plans.ts for units). */
export const SiteLimitsSchema = v.object({
  memoryMb: v.number(),
  cpuPercent: v.number(),
  processes: v.number(),
  openFiles: v.number(),
  fileSizeMb: v.number(),
  diskMb: v.number(),
  maxFiles: v.number(),
  requestSeconds: v.number(),
  concurrentRequests: v.number(),
  mailsPerHour: v.number(),
});

/** A limit that a site hit, counted per day (UTC). */
export const LimitHit = v.object({ kind: v.picklist(LIMIT_KINDS), count: v.number(), last_at: v.string() });
export type LimitHit = v.InferOutput<typeof LimitHit>;
