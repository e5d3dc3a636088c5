import { LICENSE_PAYMENTS } from '@panel/contract/schemas';
import { read, type ListState } from '@panel/contract/reads';

/** How the partner's list of licences begins: what was given last is first. */
export const LICENSE_LIST = {
  columns: ['created_at', 'to_date'],
  orderBy: 'created_at',
  filters: ['payment'],
} as const;
export type LicenseColumn = (typeof LICENSE_LIST)['columns'][number];

/** One page of the licences of all customers, for staff. */
export const partnerLicensesRead = (state: ListState<LicenseColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword, filters } = state;
  return read('license.partnerList', {
    ...{ pageIndex, pageSize, orderBy, sortOrder },
    keyword: keyword || undefined,
    payment: LICENSE_PAYMENTS.find((payment) => filters['payment']?.includes(payment)),
  });
};
