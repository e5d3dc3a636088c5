import { useEffect } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, type Propagation, type ResolverAnswer, t, Trans } from '@panel/core';
import { Badge, Banner, Button, ButtonLink, Card, EmptyState, Page, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { PROPAGATION_MS, propagationQuery, useWatchPropagation } from '@panel/resources/dns';
import { siteDomainQuery, zoneOf } from '@panel/resources/domain';
import { workloadDnsPath } from '@panel/resources/workload';
import { siteComponent } from '../site/site-component.tsx';
import { prefetchZone } from './prefetch-domain.ts';

export const prefetch = prefetchZone((fqdn) => queryClient.prefetchQuery(propagationQuery(fqdn)));

/** /propagation/check/{id}. Without a site there is nothing to check; send the user to the domains. */
export const Component = siteComponent(PropagationPage, '/dns');

const TRAIL = [
  { title: t('Dashboard'), to: '/dashboard' },
  { title: t('DNS'), to: '/dns' },
];

function PropagationPage({ id }: { id: string }) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(id));
  const { fqdn } = shown;
  const zone = zoneOf(shown);
  if (zone) return <Check to={workloadDnsPath({ kind: shown.kind, id })} fqdn={zone} />;
  return (
    <Page title={t('Check propagation')} breadcrumb={[...TRAIL, { title: fqdn }]}>
      <EmptyState
        icon="globe"
        title={t('There is no domain of its own here')}
        text={t('{fqdn} is below a domain of your provider, so there is nothing to propagate.', { fqdn })}
      />
    </Page>
  );
}

const namesOf = (hosts: readonly string[]) => (
  <Stack gap={1}>
    {hosts.map((host) => (
      <span key={host} className="p-break">
        {host}
      </span>
    ))}
  </Stack>
);

function Resolver({ answer, expected }: { answer: ResolverAnswer; expected: readonly string[] }) {
  const { resolver, nameservers, holds, error } = answer;
  return (
    <Card
      title={resolver}
      actions={holds ? <Badge tone="success">{t('Connected')}</Badge> : <Badge tone="warning">{t('Not yet')}</Badge>}
    >
      <DataList
        columns={2}
        items={[
          {
            key: 'found',
            label: t('Resolves to'),
            value: error ?? (nameservers.length > 0 ? namesOf(nameservers) : t('No name servers')),
          },
          { key: 'expected', label: t('Should be'), value: namesOf(expected) },
        ]}
      />
    </Card>
  );
}

/** Asks for a notification as soon as the check shows that it takes longer. */
function useNotification({ fqdn, holds }: Propagation) {
  const { mutate } = useWatchPropagation(fqdn);
  useEffect(() => {
    if (!holds) mutate();
  }, [holds, mutate]);
}

function Check({ to, fqdn }: { to: string; fqdn: string }) {
  const { data, isFetching, refetch } = useSuspenseQuery(propagationQuery(fqdn));
  useNotification(data);
  const checkedAt = () => <RelativeTime at={data.checked_at} />;
  return (
    <Page
      title={t('Check propagation')}
      subtitle={fqdn}
      breadcrumb={[...TRAIL, { title: fqdn, to }, { title: t('Check propagation') }]}
      actions={
        <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          {t('Check now')}
        </Button>
      }
    >
      {data.holds ? (
        <Banner
          kind="success"
          live
          title={t('{fqdn} uses your name servers.', { fqdn })}
          action={<ButtonLink to={to}>{t('Edit records')}</ButtonLink>}
        >
          {t('Every resolver we checked agrees.')}
        </Banner>
      ) : (
        <Banner kind="info" title={t('Not propagated yet')}>
          {t(
            'Set the name servers below where you registered {fqdn}. Propagation can take up to 24 hours. You can leave this page; we’ll notify you.',
            { fqdn },
          )}
        </Banner>
      )}
      <Text tone="muted">
        {data.holds ? (
          <Trans id="Checked <0/>" parts={[checkedAt]} />
        ) : (
          <Trans
            id="Checked <0/>, again every {count, plural, one {# second} other {# seconds}}"
            values={{ count: PROPAGATION_MS / 1000 }}
            parts={[checkedAt]}
          />
        )}
      </Text>
      {data.resolvers.map((answer) => (
        <Resolver key={answer.resolver} answer={answer} expected={data.expected} />
      ))}
    </Page>
  );
}
