import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { partnerLicensesRead, type LicenseColumn } from './license.reads.ts';
import { cannotAssignLicense } from './license.can.ts';

/** Valid licences for sites that another site can use. Others change that, so it is read each time. */
export const availableLicensesQuery = calls.license.available.queryOptions({
  input: { status: 'active', project_type: 'site' },
  staleTime: 0,
});

/** One page of the licences of all customers, for staff. */
export const partnerLicensesQuery = (state: ListState<LicenseColumn>) =>
  queryOf(partnerLicensesRead(state), { placeholderData: keepPreviousData });

/** The same for applications. */
export const availableAppLicensesQuery = calls.license.available.queryOptions({
  input: { status: 'active', project_type: 'app' },
  staleTime: 0,
});

/** The customer's licenses for applications. */
export const appLicensesQuery = calls.license.ofApps.queryOptions({ staleTime: 0 });

const MANY = 100;

/** Sites that a licence can be assigned to, by part of their address; the total includes those that are not listed. */
export const upgradableSitesQuery = (keyword: string) =>
  calls.site.filter.queryOptions({
    input: {
      ...{ keyword: keyword || undefined, status: ['ready'], pageIndex: 0, pageSize: MANY },
      ...{ orderBy: 'fqdn', sortOrder: 'asc' },
    },
    select: ({ pageElements, totalCount }) => ({
      sites: pageElements.filter((site) => site.site_id !== null && !cannotAssignLicense(site)),
      total: totalCount > MANY ? totalCount : 0,
    }),
  });
