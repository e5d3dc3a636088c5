import { firstPage } from '@panel/contract/reads';
import { CUSTOMER_LIST, customerListRead } from '@panel/resources/customer/reads';

const inAdmin = { audience: 'staff', layout: 'admin' } as const;

/** The partner's customers: their list, one of them, and changes of many. */
export const customerRoutes = [
  {
    path: '/customers',
    page: 'customer-list',
    title: 'Customers',
    skeleton: 'list',
    reads: [customerListRead(firstPage(CUSTOMER_LIST))],
    ...inAdmin,
  },
  {
    path: '/customers/customer',
    page: 'customer',
    title: 'Customer',
    parent: '/customers',
    unlisted: true,
    skeleton: 'detail',
    ...inAdmin,
  },
  {
    path: '/customers/bulk',
    page: 'customer-bulk',
    title: 'Change of many customers',
    parent: '/customers',
    unlisted: true,
    skeleton: 'detail',
    ...inAdmin,
  },
] as const;
