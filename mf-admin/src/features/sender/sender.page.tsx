import { useState, useTransition } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, Trans } from '@panel/core';
import { Button, Page, RelativeTime, Text } from '@panel/ui';
import { MAIL_PARTS } from '@panel/resources/dns';
import { senderCheckQuery } from '@panel/resources/partner';
import { MailKeysCard, MailPartCard } from '@panel/workload/mail-check';

/** What receivers look at; nobody answers to these emails, so how its domain receives email does not matter. */
const PARTS = MAIL_PARTS.filter(({ key }) => key !== 'mx');

/** /admin/branding/email: whether receivers believe emails of the panel. */
export function Component() {
  const [selector, setSelector] = useState<string>();
  const [pending, startTransition] = useTransition();
  const { data, isFetching, refetch } = useSuspenseQuery(senderCheckQuery(selector));
  const { sender, check } = data;
  return (
    <Page
      title={t('Email sender')}
      subtitle={t('Invitations, receipts and notifications come from {sender}.', { sender })}
      actions={
        <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          {t('Check now')}
        </Button>
      }
    >
      <Text tone="muted">
        <Trans
          id="Checked <0/>. Receivers put email in spam, or refuse it, where this is not right. Whoever runs the installation knows which server sends it."
          parts={[() => <RelativeTime at={check.checked_at} />]}
        />
      </Text>
      {PARTS.map(({ key, title, about }) => (
        <MailPartCard key={key} title={title} about={about} finding={check[key]} />
      ))}
      <MailKeysCard
        keys={check.dkim}
        hasMail
        busy={pending}
        onSelector={(next) => startTransition(() => setSelector(next))}
      />
    </Page>
  );
}
