import { randomBytes } from 'node:crypto';
import { at, NO_ID, row, staff, type Row } from '../contract/access-outcomes.ts';

/** Another partner's customer does not exist. */
const ofPartner = { ...staff, foreignAdmin: 'NOT_FOUND' };

/** The calls about customers of a partner. */
export const rows: Readonly<Record<string, Row>> = {
  'customer.list': at(staff, '/customer'),
  'customer.allSites': at(staff, '/customer/sites'),
  'customer.byId': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}` })),
  'customer.sites': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/sites` })),
  'customer.signIns': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/sign-ins` })),
  'customer.create': row(staff, () => ({
    path: '/customer',
    body: { email: `n${randomBytes(5).toString('hex')}@people.example` },
  })),
  'customer.export': at(staff, '/customer/export'),
  // These send no form.
  'customer.readImport': at(
    { ...staff, admin: 'VALIDATION', foreignAdmin: 'VALIDATION', superadmin: 'VALIDATION' },
    '/customer/import/preview',
    {},
  ),
  'customer.import': row(staff, () => ({
    path: '/customer/import',
    body: { customers: [{ email: `n${randomBytes(5).toString('hex')}@people.example` }] },
  })),
  'customer.update': row(ofPartner, ({ customerId }) => ({
    path: `/customer/${customerId}`,
    body: { firstname: 'Grace' },
  })),
  'customer.assignSites': row(ofPartner, ({ customerId }) => ({
    path: `/customer/${customerId}/sites`,
    body: { site_ids: [] },
  })),
  'customer.invite': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/invitation`, body: {} })),
  'customer.bulk': row({ ...staff, foreignAdmin: 'VALIDATION' }, ({ customerId }) => ({
    path: '/customer/bulk',
    body: { action: 'unsuspend', ids: [customerId] },
  })),
  // For another partner's staff the customer does not exist, so nobody is chosen.
  'customer.bulkRemove': row({ ...staff, foreignAdmin: 'VALIDATION' }, ({ customerId }) => ({
    path: '/customer/bulk/removal',
    body: { ids: [customerId] },
  })),
  'customer.bulkLicense': row({ ...staff, foreignAdmin: 'VALIDATION' }, ({ customerId }) => ({
    path: '/partner/license/bulk',
    body: { product_identifier: 'site_pro', months: 1, ids: [customerId] },
  })),
  'customer.bulkResult': at(
    { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' },
    `/customer/bulk/${NO_ID}`,
  ),
  'customer.suspend': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/suspend`, body: {} })),
  'customer.unsuspend': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/unsuspend`, body: {} })),
  'customer.remove': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}` })),
  'customer.restore': row(ofPartner, ({ customerId }) => ({ path: `/customer/${customerId}/restore`, body: {} })),
};
