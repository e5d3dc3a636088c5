import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type SiteDomain } from '@panel/core';
import {
  Badge,
  Banner,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  formatDate,
  RelativeTime,
  Stack,
  TaskProgress,
  Text,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { dnsPath } from '@panel/resources/dns';
import {
  cannotConnect,
  cannotDropDomain,
  domainState,
  domainUpgradePath,
  siteDomainQuery,
  useCheckDomain,
  useConnectDomain,
} from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { useManagedSite, useToolTask } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { DomainDropDialog } from './domain-drop.dialog.tsx';
import { ProofCard, RecordsCard } from './proof.card.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/domain-transfer/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(DomainPage);

function DomainPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { data: shown } = useSuspenseQuery(siteDomainQuery(id));
  const { progress, setStarted } = useToolTask(site);
  return (
    <SitePage site={site} title="Domain" width="form">
      {progress && <TaskProgress {...progress} />}
      {shown.domain ? (
        <Domain shown={shown} domain={shown.domain} onStarted={setStarted} />
      ) : site.domain_type === 'custom_domain' ? (
        <EmptyState
          icon="globe"
          title={`${site.fqdn} is this site’s own domain`}
          text="It was set up by your provider, which can also change it."
        />
      ) : (
        <EmptyState
          icon="globe"
          title="This site has no domain of its own"
          text={`Visitors find it at ${site.fqdn}. With a domain of your own, that address leads there.`}
          action={
            <ButtonLink kind="primary" icon="plus" to={domainUpgradePath('bring-your-own-domain', id)}>
              Add a Custom Domain
            </ButtonLink>
          }
        />
      )}
    </SitePage>
  );
}

type Props = {
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  onStarted: (taskId: string | null) => void;
};

function Domain({ shown, domain, onStarted }: Props) {
  const { site_id: id } = shown;
  const site = useManagedSite(id);
  const check = useCheckDomain(id);
  const connect = useConnectDomain(id, onStarted);
  const [drops, setDrops] = useState(false);
  const { label, tone } = domainState(domain.state);
  const isConnected = domain.state === 'connected';
  const failure = check.error ?? connect.error;
  return (
    <Stack gap={4}>
      {failure && (
        <Banner kind="danger" live>
          {failure.message}
        </Banner>
      )}
      <Card
        title={<span className="p-break">{domain.display}</span>}
        actions={<Badge tone={tone}>{label}</Badge>}
        footer={
          <>
            <Button onClick={() => setDrops(true)} disabledReason={cannotDropDomain(site, domain)}>
              Remove domain
            </Button>
            {isConnected && <ButtonLink to={dnsPath(id)}>Edit DNS records</ButtonLink>}
            {!isConnected && (
              <Button
                kind={domain.state === 'unproven' ? 'primary' : 'default'}
                icon="refresh"
                loading={check.isPending}
                onClick={() => check.mutate()}
              >
                Check now
              </Button>
            )}
            {domain.state === 'proven' && (
              <Button
                kind="primary"
                loading={connect.isPending}
                disabledReason={cannotConnect(site)}
                onClick={() => connect.mutate()}
              >
                Connect now
              </Button>
            )}
          </>
        }
      >
        <Stack gap={3}>
          <Text as="p">
            {isConnected
              ? `This is the address of your site. ${shown.sub_domain ?? 'Its former address'} leads there.`
              : domain.state === 'proven'
                ? 'The domain is verified. Your site moves to it as soon as the domain leads here; if a proxy is in front of it, connect it yourself.'
                : 'This domain isn’t verified yet, so it is not served.'}
          </Text>
          {domain.seen && !isConnected && <Banner kind="info">{domain.seen}</Banner>}
          <DataList
            items={[
              { key: 'hosts', label: 'Names', value: <span className="p-break">{domain.hosts.join(', ')}</span> },
              domain.method && {
                key: 'method',
                label: 'Verified by',
                value: domain.method === 'txt' ? 'TXT record' : 'Name servers',
              },
              domain.proven_at !== null && {
                key: 'proven',
                label: 'Verified',
                value: <RelativeTime at={domain.proven_at} />,
              },
              domain.checked_at !== null && {
                key: 'checked',
                label: 'Last check',
                value: <RelativeTime at={domain.checked_at} />,
              },
              domain.ends_at !== null && {
                key: 'ends',
                label: 'Checked until',
                value: formatDate(domain.ends_at, { withTime: false }),
              },
            ]}
          />
        </Stack>
      </Card>
      {domain.state === 'unproven' && <ProofCard shown={shown} domain={domain} />}
      {!isConnected && <RecordsCard shown={shown} domain={domain} />}
      {drops && (
        <DomainDropDialog shown={shown} domain={domain} onStarted={onStarted} onClose={() => setDrops(false)} />
      )}
    </Stack>
  );
}
