import type { CustomerDetail } from '@panel/contract';
import { said, withMessage, type Said } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { exportCustomers } from './customer-export.ts';
import { importCustomers, previewImport } from './customer-import.service.ts';
import { showBulk, startBulk } from './customer-bulk.service.ts';
import { findAssignable, publicCustomerSite } from './customer-site.repo.ts';
import { assignSites, showSites } from './customer-sites.service.ts';
import { deleteCustomer, restoreCustomer, suspendCustomer, unsuspendCustomer } from './customer-state.service.ts';
import { allTags, factsOf, findCustomer, listCustomers, signInsOf } from './customer.repo.ts';
import { createCustomer, inviteAgain, showCustomer, updateCustomer } from './customer.service.ts';
import { publicCustomer } from './public-customer.ts';

const { customer } = calls;

const saved = (title: string, text: Said, data: CustomerDetail) => ({
  status: true as const,
  title,
  ...withMessage(text),
  data,
});

export const customerRoutes = {
  list: customer.list.handler(async ({ context, input }) => {
    const { db, clock } = context.app;
    const scope = scopeOf(context);
    const page = await paged(
      input,
      (slice) => listCustomers(db, scope, input, slice),
      (row) => row,
    );
    const facts = await factsOf(
      db,
      page.pageElements.map(({ id }) => id),
      clock.now(),
    );
    return { ...page, pageElements: page.pageElements.map(publicCustomer(facts)), tags: await allTags(db, scope) };
  }),
  allSites: customer.allSites.handler(async ({ context, input }) =>
    (await findAssignable(context.app.db, scopeOf(context), input.keyword ?? '')).map(publicCustomerSite),
  ),
  byId: customer.byId.handler(({ context, input }) => showCustomer(context, input.id)),
  sites: customer.sites.handler(({ context, input }) => showSites(context, input.id)),
  signIns: customer.signIns.handler(async ({ context, input }) => {
    const { id } = found(await findCustomer(context.app.db, scopeOf(context), input.id));
    return (await signInsOf(context.app.db, context.partner.id, id)).map(({ at, ip, action }) => ({
      at: at.toISOString(),
      ip,
      result: action === 'login.failed' || action === 'login.suspended' ? ('refused' as const) : ('signed_in' as const),
    }));
  }),
  create: customer.create.handler(async ({ context, input }) =>
    saved(
      'Customer created',
      said('We’ve sent an invitation to {email}.', { email: input.email }),
      await createCustomer(context, input),
    ),
  ),
  export: customer.export.handler(async ({ context, input }) => ({
    status: true as const,
    csv: await exportCustomers(context, input),
  })),
  readImport: customer.readImport.handler(({ context, input }) => previewImport(context, input.file)),
  import: customer.import.handler(async ({ context, input }) => {
    const data = await importCustomers(context, input.customers);
    const text = said('Customers created: {count, number}. Each of them gets an invitation.', { count: data.created });
    return { status: true as const, title: 'Import finished', ...withMessage(text), data };
  }),
  update: customer.update.handler(async ({ context, input }) =>
    saved('Success', said('Customer saved.'), await updateCustomer(context, input)),
  ),
  assignSites: customer.assignSites.handler(async ({ context, input }) => ({
    status: true as const,
    title: 'Success',
    ...withMessage(said('Sites saved.')),
    data: await assignSites(context, input),
  })),
  invite: customer.invite.handler(async ({ context, input }) => {
    const data = await inviteAgain(context, input.id);
    return saved('Invitation sent', said('We’ve sent a new invitation to {email}.', { email: data.email }), data);
  }),
  bulk: customer.bulk.handler(({ context, input }) => startBulk(context, input)),
  bulkRemove: customer.bulkRemove.handler(({ context, input }) => startBulk(context, { ...input, action: 'delete' })),
  bulkLicense: customer.bulkLicense.handler(
    ({ context, input: { ids, filter, product_identifier: product, ...issue } }) =>
      startBulk(context, { action: 'license', license: { product, issue }, ids, filter }),
  ),
  bulkResult: customer.bulkResult.handler(({ context, input }) => showBulk(context, input.id)),
  suspend: customer.suspend.handler(async ({ context, input }) =>
    saved('Customer suspended', said('Nothing was deleted.'), await suspendCustomer(context, input.id)),
  ),
  unsuspend: customer.unsuspend.handler(async ({ context, input }) =>
    saved('Suspension ended', said('The customer can sign in again.'), await unsuspendCustomer(context, input.id)),
  ),
  remove: customer.remove.handler(async ({ context, input }) =>
    saved('Customer deleted', said('You can restore them for 14 days.'), await deleteCustomer(context, input.id)),
  ),
  restore: customer.restore.handler(async ({ context, input }) =>
    saved('Customer restored', said('Nothing was deleted.'), await restoreCustomer(context, input.id)),
  ),
};
