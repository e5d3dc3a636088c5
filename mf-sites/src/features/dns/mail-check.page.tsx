import { useState, useTransition } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { MailSelectorForm } from '@panel/contract/schemas';
import { queryClient, type MailFinding, type MailKey, t, Trans } from '@panel/core';
import { Badge, Button, ButtonLink, Card, EmptyState, Page, RelativeTime, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { MAIL_PARTS, MAIL_STATUS_LABELS, mailCheckQuery } from '@panel/resources/dns';
import { siteDomainQuery, zoneOf } from '@panel/resources/domain';
import { workloadDnsPath } from '@panel/resources/workload';
import { siteComponent } from '../site/site-component.tsx';
import { prefetchZone } from './prefetch-domain.ts';

export const prefetch = prefetchZone((fqdn) => queryClient.prefetchQuery(mailCheckQuery(fqdn)));

/** /dns/mail/{id}. Without a site there is nothing to check; send the user to the domains. */
export const Component = siteComponent(MailPage, '/dns');

/** A selector as people type it: that of Google Workspace. */
const EXAMPLE_SELECTOR = 'google';
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

function Status({ status }: Pick<MailFinding, 'status'>) {
  const { label, tone } = MAIL_STATUS_LABELS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

function Finding({ finding: { found, text, advice } }: { finding: MailFinding }) {
  return (
    <>
      <Text className="p-break">{text}</Text>
      {found.map((record) => (
        <code key={record} className="p-break">
          {record}
        </code>
      ))}
      {advice !== null && <Text className="p-break">{t('What to do: {advice}', { advice })}</Text>}
    </>
  );
}

const Part = ({ title, about, finding }: { title: string; about: string; finding: MailFinding }) => (
  <Card title={title} actions={<Status status={finding.status} />}>
    <Stack gap={3}>
      <Text tone="muted">{about}</Text>
      <Finding finding={finding} />
    </Stack>
  </Card>
);

type KeysProps = { keys: readonly MailKey[]; hasMail: boolean; onSelector: (selector: string) => void; busy: boolean };

/** The DKIM keys, and the form for a selector that is not known. */
function Keys({ keys, hasMail, onSelector, busy }: KeysProps) {
  const form = useForm({
    schema: MailSelectorForm,
    values: { selector: '' },
    guard: false,
    onSubmit: ({ selector }) => onSelector(selector),
  });
  return (
    <Card title={t('Signatures (DKIM)')}>
      <Stack gap={4}>
        <Text tone="muted">
          {t(
            'Your mail provider signs email with a key. Receivers check the signature with the public part of the key, which is in the DNS under the name of its selector.',
          )}
        </Text>
        {keys.map((key) => (
          <Card key={key.selector} title={key.selector} level={3} actions={<Status status={key.status} />}>
            <Stack gap={3}>
              <Finding finding={key} />
            </Stack>
          </Card>
        ))}
        {keys.length === 0 && (
          <Text>
            {hasMail
              ? t(
                  'No selector is known. Enter the one that your mail provider shows; it is also the s= in the DKIM-Signature of an email that you sent.',
                )
              : t('The domain receives no email, so it needs no key.')}
          </Text>
        )}
        <Form form={form} aria-label={t('Another selector')}>
          <FormField
            form={form}
            name="selector"
            label={t('Selector')}
            placeholder={EXAMPLE_SELECTOR}
            spellCheck={false}
            required
          />
          <div>
            <Button type="submit" loading={busy}>
              {t('Check this selector')}
            </Button>
          </div>
        </Form>
      </Stack>
    </Card>
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
        <Part key={key} title={title} about={about} finding={data[key]} />
      ))}
      <Keys
        keys={data.dkim}
        hasMail={data.has_mail}
        busy={pending}
        onSelector={(next) => startTransition(() => setSelector(next))}
      />
    </Page>
  );
}
