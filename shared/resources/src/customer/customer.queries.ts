import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { customerListRead, type CustomerColumn } from './customer.reads.ts';

/** One page of the partner's customers, and all tags that there are. */
export const customerListQuery = (state: ListState<CustomerColumn>) =>
  queryOf(customerListRead(state), { placeholderData: keepPreviousData });

/** A few customers whose name or email contains the text, by email. */
export const foundCustomersQuery = (keyword: string, pageSize: number) =>
  calls.customer.list.queryOptions({ input: { keyword, pageIndex: 0, pageSize, orderBy: 'email', sortOrder: 'asc' } });

/** One customer, with notes and how much is theirs. */
export const customerQuery = (id: string) => calls.customer.byId.queryOptions({ input: { id } });

/** Sites and applications of a customer. */
export const customerSitesQuery = (id: string) => calls.customer.sites.queryOptions({ input: { id } });

/** The last attempts of a customer to sign in. */
export const customerSignInsQuery = (id: string) => calls.customer.signIns.queryOptions({ input: { id } });

/** Sites and applications of the partner that can be assigned, by part of their address. */
export const assignableSitesQuery = (keyword: string) =>
  calls.customer.allSites.queryOptions({ input: { keyword: keyword || undefined }, staleTime: 0 });

/** Licenses of the customer with an email. The search also finds emails that contain it. */
export const customerLicensesQuery = (email: string) =>
  calls.license.partnerList.queryOptions({
    input: { keyword: email, pageIndex: 0, pageSize: 100, orderBy: 'to_date', sortOrder: 'desc' },
    select: ({ pageElements }) => pageElements.filter(({ customer_email }) => customer_email === email),
  });

const BULK_POLL_MS = 2000;

/** The result of a change of many customers; renewed while customers wait. */
export const customerBulkQuery = (id: string) =>
  calls.customer.bulkResult.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.counts.waiting ? BULK_POLL_MS : false),
  });
