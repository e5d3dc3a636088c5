import type { DnsDomain } from '@panel/core';
import { Badge, ButtonLink, EmptyState, Link, RelativeTime } from '@panel/ui';
import { ListPage, prefetchList, type Column } from '@panel/ui/data';
import { DNS_LIST, dnsListQuery, dnsPath, mailCheckPath, propagationPath } from '@panel/resources/dns';
import { PropagationBadge } from './propagation-badge.tsx';

const source = { list: DNS_LIST, query: dnsListQuery };
export const prefetch = prefetchList(source);

const columns: readonly Column<DnsDomain>[] = [
  {
    key: 'fqdn',
    title: 'Domain',
    sortable: true,
    render: ({ fqdn, site_id }) => <Link to={dnsPath(site_id)}>{fqdn}</Link>,
  },
  {
    key: 'records',
    title: 'Records',
    align: 'end',
    width: '112px',
    hideBelow: 'md',
    render: ({ record_count }) => record_count,
  },
  {
    key: 'name_servers',
    title: 'Name servers',
    width: '200px',
    render: ({ fqdn, is_served }) =>
      is_served ? <PropagationBadge fqdn={fqdn} /> : <Badge tone="warning">Not served yet</Badge>,
  },
  {
    key: 'updated_at',
    title: 'Changed',
    sortable: true,
    width: '168px',
    hideBelow: 'md',
    render: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

/** /dns: the domains of the account. */
export const Component = () => (
  <ListPage
    {...source}
    title="DNS"
    subtitle="The domains of your sites, their records, and whether they use your name servers."
    caption="Domains"
    columns={columns}
    rowKey={({ fqdn }) => fqdn}
    rowActions={({ site_id }) => [
      { key: 'records', label: 'Edit records', icon: 'edit', to: dnsPath(site_id) },
      { key: 'check', label: 'Check propagation', icon: 'globe', to: propagationPath(site_id) },
      { key: 'mail', label: 'Check email settings', icon: 'mail', to: mailCheckPath(site_id) },
    ]}
    search="Search domains"
    empty={() => (
      <EmptyState
        icon="dns"
        title="No domains yet"
        text="Domains of your own sites appear here, with their DNS records. Sites on your provider’s domain don’t need any."
        action={<ButtonLink to="/sites">Go to your sites</ButtonLink>}
      />
    )}
  />
);
