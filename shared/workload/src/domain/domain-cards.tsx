import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type SiteDomain } from '@panel/core';
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
import {
  cannotConnect,
  cannotDropDomain,
  domainState,
  siteDomainQuery,
  useCheckDomain,
  useConnectDomain,
} from '@panel/resources/domain';
import { workloadDnsPath, workloadUpgradePath, type Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { useToolTask } from '../parts/use-tool-task.ts';
import { DomainDropDialog } from './domain-drop.dialog.tsx';
import { ProofCard, RecordsCard } from './proof.card.tsx';

/** The domain of a site or an application: how far it is, and what its owner has to do; without one, the way to one. */
export function DomainCards({ workload }: { workload: Workload }) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(workload.id));
  const { progress, setStarted } = useToolTask(workload);
  const { fqdn } = workload;
  return (
    <>
      {progress && <TaskProgress {...progress} />}
      {shown.domain ? (
        <Domain workload={workload} shown={shown} domain={shown.domain} onStarted={setStarted} />
      ) : workload.domain_type === 'custom_domain' ? (
        <EmptyState
          icon="globe"
          title={byKind(
            workload,
            t('{fqdn} is this site’s own domain', { fqdn }),
            t('{fqdn} is this application’s own domain', { fqdn }),
          )}
          text={t('It was set up by your provider, which can also change it.')}
        />
      ) : (
        <EmptyState
          icon="globe"
          title={byKind(
            workload,
            t('This site has no domain of its own'),
            t('This application has no domain of its own'),
          )}
          text={t('Visitors find it at {fqdn}. With a domain of your own, that address leads there.', { fqdn })}
          action={
            <ButtonLink kind="primary" icon="plus" to={workloadUpgradePath(workload, 'bring-your-own-domain')}>
              {t('Add a Custom Domain')}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

type Props = {
  workload: Workload;
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  onStarted: (taskId: string | null) => void;
};

/** What a state of the domain means for visitors. */
function stateText(workload: Workload, { sub_domain }: SiteDomain, state: Props['domain']['state']): string {
  const former = sub_domain ?? t('Its former address');
  if (state === 'connected')
    return byKind(
      workload,
      t('This is the address of your site. {former} leads there.', { former }),
      t('This is the address of your application. {former} leads there.', { former }),
    );
  if (state === 'unproven') return t('This domain isn’t verified yet, so it is not served.');
  return byKind(
    workload,
    t(
      'The domain is verified. Your site moves to it as soon as the domain leads here; if a proxy is in front of it, connect it yourself.',
    ),
    t(
      'The domain is verified. Your application moves to it as soon as the domain leads here; if a proxy is in front of it, connect it yourself.',
    ),
  );
}

function Domain({ workload, shown, domain, onStarted }: Props) {
  const { id } = workload;
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
            <Button onClick={() => setDrops(true)} disabledReason={cannotDropDomain(workload, domain)}>
              {t('Remove domain')}
            </Button>
            {isConnected && <ButtonLink to={workloadDnsPath(workload)}>{t('Edit DNS records')}</ButtonLink>}
            {!isConnected && (
              <Button
                kind={domain.state === 'unproven' ? 'primary' : 'default'}
                icon="refresh"
                loading={check.isPending}
                onClick={() => check.mutate()}
              >
                {t('Check now')}
              </Button>
            )}
            {domain.state === 'proven' && (
              <Button
                kind="primary"
                loading={connect.isPending}
                disabledReason={cannotConnect(workload)}
                onClick={() => connect.mutate()}
              >
                {t('Connect now')}
              </Button>
            )}
          </>
        }
      >
        <Stack gap={3}>
          <Text as="p">{stateText(workload, shown, domain.state)}</Text>
          {domain.seen && !isConnected && <Banner kind="info">{domain.seen}</Banner>}
          <DataList
            items={[
              { key: 'hosts', label: t('Names'), value: <span className="p-break">{domain.hosts.join(', ')}</span> },
              domain.method && {
                key: 'method',
                label: t('Verified by'),
                value: domain.method === 'txt' ? t('TXT record') : t('Name servers'),
              },
              domain.proven_at !== null && {
                key: 'proven',
                label: t('Verified'),
                value: <RelativeTime at={domain.proven_at} />,
              },
              domain.checked_at !== null && {
                key: 'checked',
                label: t('Last check'),
                value: <RelativeTime at={domain.checked_at} />,
              },
              domain.ends_at !== null && {
                key: 'ends',
                label: t('Checked until'),
                value: formatDate(domain.ends_at, { withTime: false }),
              },
            ]}
          />
        </Stack>
      </Card>
      {domain.state === 'unproven' && <ProofCard shown={shown} domain={domain} />}
      {!isConnected && <RecordsCard shown={shown} domain={domain} />}
      {drops && <DomainDropDialog {...{ workload, shown, domain, onStarted }} onClose={() => setDrops(false)} />}
    </Stack>
  );
}
