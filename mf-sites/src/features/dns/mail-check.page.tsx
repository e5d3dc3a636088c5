import { useState, useTransition } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, Trans } from '@panel/core';
import { Button, ButtonLink, EmptyState, Page, RelativeTime, Text } from '@panel/ui';
import { MAIL_PARTS, mailCheckQuery } from '@panel/resources/dns';
import { siteDomainQuery, zoneOf } from '@panel/resources/domain';
import { workloadDnsPath } from '@panel/resources/workload';
import { MailKeysCard, MailPartCard } from '@panel/workload/mail-check';
import { siteComponent } from '../site/site-component.tsx';
import { prefetchZone } from './prefetch-domain.ts';

export const prefetch = prefetchZone((fqdn) => queryClient.prefetchQuery(mailCheckQuery(fqdn)));

/** /dns/mail/{id}. Without a site there is nothing to check; send the user to the domains. */
export const Component = siteComponent(MailPage, '/dns');

const TRAIL = [
  { title: t('Dashboard'), to: '/dashboard' },
  { title: t('DNS'), to: '/dns' },
];

function MailPage({ id }: { id: string }) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(id));
  const { fqdn } = shown;
  const zone = zoneOf(shown);
  if (zone) return <Check to={workloadDnsPath({ kind: shown.kind, id })} fqdn={zone} />;
  return (
    <Page title={t('Email settings')} breadcrumb={[...TRAIL, { title: fqdn }]}>
      <EmptyState
        icon="mail"
        title={t('There is no domain of its own here')}
        text={t('{fqdn} is below a domain of your provider, so there are no email settings to check.', { fqdn })}
      />
    </Page>
  );
}

function Check({ to, fqdn }: { to: string; fqdn: string }) {
  const [selector, setSelector] = useState<string>();
  const [pending, startTransition] = useTransition();
  const { data, isFetching, refetch } = useSuspenseQuery(mailCheckQuery(fqdn, selector));
  return (
    <Page
      title={t('Email settings')}
      subtitle={fqdn}
      breadcrumb={[...TRAIL, { title: fqdn, to }, { title: t('Email settings') }]}
      actions={
        <>
          <ButtonLink to={to} icon="edit">
            {t('Edit records')}
          </ButtonLink>
          <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
            {t('Check now')}
          </Button>
        </>
      }
    >
      <Text tone="muted">
        <Trans
          id="Checked <0/> with the resolvers of your provider. A change can take as long as the TTL of its record to show here."
          parts={[() => <RelativeTime at={data.checked_at} />]}
        />
      </Text>
      {MAIL_PARTS.map(({ key, title, about }) => (
        <MailPartCard key={key} title={title} about={about} finding={data[key]} />
      ))}
      <MailKeysCard
        keys={data.dkim}
        hasMail={data.has_mail}
        busy={pending}
        onSelector={(next) => startTransition(() => setSelector(next))}
      />
    </Page>
  );
}
