import { t } from '@panel/core';
import type { DnsDomain } from '@panel/core';
import { Badge, ButtonLink, EmptyState, Link, RelativeTime } from '@panel/ui';
import { ListPage, prefetchList, type Column } from '@panel/ui/data';
import { DNS_LIST, dnsListQuery, mailCheckPath, propagationPath } from '@panel/resources/dns';
import { workloadDnsPath } from '@panel/resources/workload';
import { PropagationBadge } from './propagation-badge.tsx';

const recordsPath = ({ kind, site_id: id }: DnsDomain) => workloadDnsPath({ kind, id });

const source = { list: DNS_LIST, query: dnsListQuery };
export const prefetch = prefetchList(source);

const columns: readonly Column<DnsDomain>[] = [
  {
    key: 'fqdn',
    title: t('Domain'),
    sortable: true,
    render: (domain) => <Link to={recordsPath(domain)}>{domain.fqdn}</Link>,
  },
  {
    key: 'records',
    title: t('Records'),
    align: 'end',
    width: '112px',
    hideBelow: 'md',
    render: ({ record_count }) => record_count,
  },
  {
    key: 'name_servers',
    title: t('Name servers'),
    width: '200px',
    render: ({ fqdn, is_served }) =>
      is_served ? <PropagationBadge fqdn={fqdn} /> : <Badge tone="warning">{t('Not served yet')}</Badge>,
  },
  {
    key: 'updated_at',
    title: t('Changed'),
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
    title={t('DNS')}
    subtitle={t('Your domains, their records, and whether they use your name servers.')}
    caption={t('Domains')}
    columns={columns}
    rowKey={({ fqdn }) => fqdn}
    rowActions={(domain) => [
      { key: 'records', label: t('Edit records'), icon: 'edit', to: recordsPath(domain) },
      { key: 'check', label: t('Check propagation'), icon: 'globe', to: propagationPath(domain.site_id) },
      { key: 'mail', label: t('Check email settings'), icon: 'mail', to: mailCheckPath(domain.site_id) },
    ]}
    search={t('Search domains')}
    empty={() => (
      <EmptyState
        icon="dns"
        title={t('No domains yet')}
        text={t(
          'Your own domains appear here, with their DNS records. Addresses below your provider’s domain don’t need any.',
        )}
        action={<ButtonLink to="/sites">{t('Go to your sites')}</ButtonLink>}
      />
    )}
  />
);
