import * as v from 'valibot';
import { call } from '../call.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { Id } from '../schemas/fields.ts';
import {
  AssignAppLicenseInput,
  AssignLicenseInput,
  AvailableLicensesInput,
  CheckWordPressQuery,
  DeveloperLicensesInput,
  DistributeInput,
  License,
  LicenseKey,
  LicenseListQuery,
  LicenseQuery,
  WordPressLicenses,
} from '../schemas/license.ts';
import { page } from '../schemas/list.ts';
import { Site } from '../schemas/site.ts';
import { Outcome } from '../schemas/user.ts';

const section = 'sites' as const;

export const licenseCalls = {
  list: call({
    method: 'GET',
    path: '/license',
    summary: 'The caller’s licenses, the one that ends last first; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(LicenseQuery)
    .output(v.array(License)),
  renewal: call({
    method: 'PUT',
    path: '/license/{key}/auto/renewal',
    summary: 'Turn the automatic renewal of a license on or off',
    audience: 'signed-in',
    section,
    errors: [
      ...(['NOT_FOUND', 'LICENSE_NOT_VALID', 'LICENSE_NOT_RENEWABLE', 'CARD_MISSING'] as const),
      ...(['PAYMENT_OFF', 'PAYMENT_UNAVAILABLE'] as const),
    ],
  })
    .input(v.object({ key: LicenseKey, autoRenewal: v.boolean() }))
    .output(v.object({ status: v.literal(1), data: License })),
  deactivate: call({
    method: 'PUT',
    path: '/license/{id}/deactivate',
    summary: 'End a license now; its sites have the limits of the smallest plan',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'PAYMENT_OFF', 'PAYMENT_UNAVAILABLE'],
  })
    .input(v.object({ id: Id }))
    .output(v.object({ success: v.literal(1), data: License })),
  available: call({
    noAuditLine: true,
    method: 'POST',
    path: '/stripe/licenses/available',
    summary: 'Valid licenses of the caller that another site can use',
    audience: 'customer',
    staff: 'any',
    section: WORKLOAD_SECTIONS,
    scope: 'licenses:read',
  })
    .input(AvailableLicensesInput)
    .output(v.array(License)),
  developer: call({
    method: 'POST',
    path: '/stripe/licenses/developer',
    summary: 'Valid licenses that the partner gave to the caller, so that nothing is paid for them',
    audience: 'customer',
    staff: 'any',
    section: WORKLOAD_SECTIONS,
    scope: 'licenses:read',
  })
    .input(DeveloperLicensesInput)
    .output(v.array(License)),
  checkWordPress: call({
    method: 'GET',
    path: '/partner/license/checkwordpress',
    member: 'create',
    summary: 'Whether a customer has a license with room for one more WordPress site; customers ask about themselves',
    audience: 'signed-in',
    section,
    scope: 'licenses:read',
    errors: ['NOT_FOUND', 'TENANT_MISMATCH'],
  })
    .input(CheckWordPressQuery)
    .output(WordPressLicenses),
  assign: call({
    method: 'POST',
    path: '/site/license/stripe',
    summary: 'Assign a license to a site, which gets its plan; the one it had is free again',
    audience: 'signed-in',
    section,
    errors: [
      ...(['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'TENANT_MISMATCH'] as const),
      ...(['LICENSE_NOT_VALID', 'LICENSE_USED'] as const),
    ],
    scope: 'licenses:write',
  })
    .input(AssignLicenseInput)
    /** `task_id`: the task that restarts the site with its new limits; null when nothing has to be restarted. */
    .output(v.object({ ...Outcome.entries, data: Site, task_id: v.nullable(v.string()) })),
  assignApp: call({
    method: 'POST',
    path: '/stripe/licenses/set/app',
    summary: 'Assign a license to an application, which gets its plan; the one it had is free again',
    audience: 'signed-in',
    section: 'applications',
    errors: [
      ...(['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'TENANT_MISMATCH'] as const),
      ...(['LICENSE_NOT_VALID', 'LICENSE_USED'] as const),
    ],
    scope: 'licenses:write',
  })
    .input(AssignAppLicenseInput)
    .output(v.object({ ...Outcome.entries, task_id: v.nullable(v.string()) })),
  ofApps: call({
    method: 'GET',
    path: '/stripe/licenses/user/apps',
    summary: 'The caller’s licenses for applications, the one that ends last first',
    audience: 'signed-in',
    section: 'applications',
    scope: 'licenses:read',
  }).output(v.array(License)),
  partnerList: call({
    method: 'GET',
    path: '/partner/license',
    summary: 'Licences of all customers of the partner, paged',
    audience: 'staff',
    section,
  })
    .input(LicenseListQuery)
    .output(page(License)),
  distribute: call({
    method: 'POST',
    path: '/partner/license/distribute',
    summary: 'Issue a license to a customer of the partner',
    audience: 'staff',
    section,
    errors: ['VALIDATION', 'TENANT_MISMATCH', 'IDEMPOTENCY_REUSED'],
  })
    .input(DistributeInput)
    .output(v.object({ ...Outcome.entries, data: License })),
};
