import { read, type ListState } from '@panel/contract/reads';

/** How the list of domains begins. */
export const DNS_LIST = { columns: ['fqdn', 'updated_at'], orderBy: 'fqdn', sortOrder: 'asc' } as const;
export type DnsColumn = (typeof DNS_LIST)['columns'][number];

/** One page of the domains of the caller's sites. */
export const dnsListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<DnsColumn>) =>
  read('dns.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
