import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, Trans, type NameserverCheck, type Reseller } from '@panel/core';
import { Badge, Button, Heading, RelativeTime, Stack, Text } from '@panel/ui';
import { FormField, type FormState } from '@panel/ui/form';
import { NAMESERVER_STATE_LABELS, nameserverCheckQuery } from '@panel/resources/reseller';

/** What resolvers see, and what to do about it. */
function CheckResult({ check: { domain, checked_at: at, expected, delegated, names } }: { check: NameserverCheck }) {
  const isReady = names.every(({ state }) => state === 'ready');
  return (
    <Stack gap={1}>
      <Text as="p" tone="muted">
        <Trans id="Checked <0/>." parts={[() => <RelativeTime at={at} />]} />
      </Text>
      {names.map(({ host, state, found }) => (
        <Text as="p" key={host}>
          <Text mono>{host}</Text>{' '}
          <Badge tone={NAMESERVER_STATE_LABELS[state].tone}>{NAMESERVER_STATE_LABELS[state].label}</Badge>
          {state === 'other' && ` ${found.join(', ')}`}
        </Text>
      ))}
      {isReady && <Text as="p">{t('Ready: customers can get names below {domain}.', { domain })}</Text>}
      {!isReady && expected.length === 0 && (
        <Text as="p">{t('The panel doesn’t know its own addresses. Set NAMESERVER_ADDRESSES or SITE_ADDRESSES.')}</Text>
      )}
      {!isReady && expected.length > 0 && (
        <Text as="p">
          {t('Delegate {domain} to this panel, or add a wildcard record *.{domain} that leads to {addresses}.', {
            ...{ domain, addresses: expected.join(', ') },
          })}
        </Text>
      )}
      {!isReady && delegated.length > 0 && (
        <Text as="p">{t('Delegated to: {names}', { names: delegated.join(', ') })}</Text>
      )}
    </Stack>
  );
}

type Props<I extends { nameserver_domain: string }, O> = { form: FormState<I, O>; reseller: Reseller };

/** The domain below which each customer of a partner gets name servers, with a check of its DNS. */
export function NameserverDomainField<I extends { nameserver_domain: string }, O>({ form, reseller }: Props<I, O>) {
  const typed = form as unknown as FormState<{ nameserver_domain: string }, O>;
  const domain = typed.watch('nameserver_domain').trim().toLowerCase();
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...nameserverCheckQuery({ id: reseller.id, domain: asked ?? '' }),
    enabled: asked !== null,
  });
  return (
    <Stack gap={2}>
      <Heading level={3}>{t('Name servers')}</Heading>
      <FormField
        form={typed}
        name="nameserver_domain"
        label={t('Domain of the name servers')}
        autoComplete="off"
        help={t(
          'Each customer gets two names below it for a domain, so a delegation shows whose domain it is. After a change, new domains get names below the new one. Connected domains keep theirs, which the panel goes on answering.',
        )}
      />
      <div>
        <Button
          icon="refresh"
          loading={isFetching}
          disabledReason={domain === '' ? t('Enter a domain first.') : null}
          onClick={() => (asked === domain ? void refetch() : setAsked(domain))}
        >
          {t('Check DNS')}
        </Button>
      </div>
      <div role="status">
        {asked === domain && !isFetching && error !== null && (
          <Text as="p" tone="danger">
            {error.message}
          </Text>
        )}
        {asked === domain && !isFetching && data && <CheckResult check={data} />}
      </div>
    </Stack>
  );
}
