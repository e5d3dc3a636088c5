import * as v from 'valibot';
import { call } from '../call.ts';
import {
  CustomerAccount,
  CustomerBulk,
  CustomerBulkInput,
  CustomerBulkLicenseInput,
  CustomerBulkRemoveInput,
  CustomerCreateInput,
  CustomerDetail,
  CustomerFilter,
  CUSTOMER_IMPORT_BYTES,
  CustomerImported,
  CustomerImportForm,
  CustomerImportInput,
  CustomerImportPreview,
  CustomerListQuery,
  CustomerSignIn,
  CustomerSite,
  CustomerSitesInput,
  CustomerSitesQuery,
  CustomerUpdateInput,
} from '../schemas/customer.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'staff' as const;
/** Headers of the form. */
const FORM_BYTES = 65_536;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, data: CustomerDetail });

/** The customers of a partner, for its staff. Staff and superadmins are no customers: here they do not exist. */
export const customerCalls = {
  list: call({
    method: 'GET',
    path: '/customer',
    summary: 'Customers of the partner, paged, with their state, sites and last sign-in',
    audience,
  })
    .input(CustomerListQuery)
    .output(v.object({ ...page(CustomerAccount).entries, tags: v.array(v.string()) })),
  allSites: call({
    method: 'GET',
    path: '/customer/sites',
    summary: 'Sites and applications of the partner that can be assigned, by part of their address; at most 50',
    audience,
  })
    .input(CustomerSitesQuery)
    .output(v.array(CustomerSite)),
  byId: call({
    method: 'GET',
    path: '/customer/{id}',
    summary: 'One customer, with notes and what belongs to them',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(CustomerDetail),
  sites: call({
    method: 'GET',
    path: '/customer/{id}/sites',
    summary: 'Sites and applications of a customer, at most 1,000',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(v.array(CustomerSite)),
  signIns: call({
    method: 'GET',
    path: '/customer/{id}/sign-ins',
    summary: 'The last 20 attempts of a customer to sign in',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(v.array(CustomerSignIn)),
  create: call({
    method: 'POST',
    path: '/customer',
    summary: 'Create a customer, who gets an email with a link to set a password',
    audience,
    staff: 'support',
    errors: ['EMAIL_TAKEN', 'PARTNER_CUSTOMERS', 'IDEMPOTENCY_REUSED'],
  })
    .input(CustomerCreateInput)
    .output(Saved),
  export: call({
    method: 'GET',
    path: '/customer/export',
    summary:
      'The filtered list of customers as CSV, at most 10,000 rows; cells that a spreadsheet would run are quoted',
    audience,
  })
    .input(CustomerFilter)
    .output(v.object({ status: v.literal(true), csv: v.string() })),
  readImport: call({
    method: 'POST',
    path: '/customer/import/preview',
    summary: 'Read a CSV file with customers for a preview; nothing is saved',
    audience,
    staff: 'support',
    errors: ['TOO_LARGE'],
    upload: true,
    bodyLimitBytes: CUSTOMER_IMPORT_BYTES + FORM_BYTES,
  })
    .input(CustomerImportForm)
    .output(CustomerImportPreview),
  import: call({
    method: 'POST',
    path: '/customer/import',
    summary: 'Create and invite several customers; emails that are taken by now are skipped',
    audience,
    staff: 'support',
    errors: ['PARTNER_CUSTOMERS', 'IDEMPOTENCY_REUSED'],
    bodyLimitBytes: CUSTOMER_IMPORT_BYTES,
  })
    .input(CustomerImportInput)
    .output(v.object({ ...Outcome.entries, data: CustomerImported })),
  update: call({
    method: 'PUT',
    path: '/customer/{id}',
    summary: 'Change a customer’s names, email, phone number, tags or notes; only staff see the last two',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'CONFLICT'],
  })
    .input(CustomerUpdateInput)
    .output(Saved),
  assignSites: call({
    method: 'PUT',
    path: '/customer/{id}/sites',
    summary: 'Say which sites and applications a customer has; those that are left out belong to nobody',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'CONFLICT'],
  })
    .input(CustomerSitesInput)
    .output(v.object({ ...Outcome.entries, data: v.array(CustomerSite) })),
  invite: call({
    method: 'POST',
    path: '/customer/{id}/invitation',
    summary: 'Send the invitation again; the links of earlier ones end',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND', 'INVITATION_ACCEPTED'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  bulk: call({
    method: 'POST',
    path: '/customer/bulk',
    summary: 'Suspend, unsuspend or tag many customers, chosen by id or by a filter, in a task with a result for each',
    audience,
    staff: 'support',
  })
    .input(CustomerBulkInput)
    .output(v.object({ ...Outcome.entries, bulk_id: v.string() })),
  bulkRemove: call({
    method: 'POST',
    path: '/customer/bulk/removal',
    summary: 'Delete many customers with everything of theirs, in 14 days; until then each can be restored',
    audience,
    staff: 'support',
    stepUp: true,
  })
    .input(CustomerBulkRemoveInput)
    .output(v.object({ ...Outcome.entries, bulk_id: v.string() })),
  bulkLicense: call({
    method: 'POST',
    path: '/partner/license/bulk',
    summary: 'Issue a license to each of many customers, chosen by id or by a filter, in a task with a result for each',
    audience,
    section: 'sites',
  })
    .input(CustomerBulkLicenseInput)
    .output(v.object({ ...Outcome.entries, bulk_id: v.string() })),
  bulkResult: call({
    method: 'GET',
    path: '/customer/bulk/{id}',
    summary: 'The result of a change of many customers, by customer',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(CustomerBulk),
  suspend: call({
    method: 'POST',
    path: '/customer/{id}/suspend',
    summary: 'Suspend a customer: nobody signs in, and their sites show a page of the partner; nothing is deleted',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  unsuspend: call({
    method: 'POST',
    path: '/customer/{id}/unsuspend',
    summary: 'End the suspension of a customer',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  remove: call({
    method: 'DELETE',
    path: '/customer/{id}',
    summary: 'Delete a customer with everything of theirs, in 14 days; until then they can be restored',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND'],
    stepUp: true,
  })
    .input(ById)
    .output(Saved),
  restore: call({
    method: 'POST',
    path: '/customer/{id}/restore',
    summary: 'Undo the deletion of a customer',
    audience,
    staff: 'support',
    errors: ['NOT_FOUND'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
};
