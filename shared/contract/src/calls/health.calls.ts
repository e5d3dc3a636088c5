import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { HealthEvent, HealthHour, HeldSite, PanelProcess } from '../schemas/health.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;

/** How the processes of the panel do (ADR 0083). */
export const healthCalls = {
  overview: call({
    method: 'GET',
    path: '/platform/health',
    summary: 'Processes of the panel, and when one did not answer for a moment or had too little memory',
    audience,
  }).output(
    v.object({
      processes: v.array(PanelProcess),
      /** The newest 100. */
      events: v.array(HealthEvent),
      /** Of the last 24 hours, the newest first; an hour without any is missing. */
      hours: v.array(HealthHour),
      held: v.array(HeldSite),
    }),
  ),
  release: call({
    method: 'POST',
    path: '/platform/health/held/{siteId}/release',
    summary: 'Let a site run again that is kept asleep; nothing happens to one that is not',
    audience,
  })
    .input(v.object({ siteId: Id }))
    .output(Outcome),
};
