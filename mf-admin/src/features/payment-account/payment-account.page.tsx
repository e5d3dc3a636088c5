import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState, type PaymentAccount, type PaymentAccountState } from '@panel/core';
import {
  Badge,
  Banner,
  Button,
  Card,
  CopyText,
  EmptyState,
  formatDate,
  lazyPanel,
  Page,
  RelativeTime,
  Stack,
  Text,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { currencyLabel } from '@panel/resources/payment';
import { accountProblem, paymentAccountQuery, useCheckAccount } from '@panel/resources/payment-account';

const KeysPanel = lazyPanel(async () => (await import('./payment-keys.panel.tsx')).PaymentKeysPanel);
const DisconnectDialog = lazyPanel(
  async () => (await import('./payment-account-disconnect.dialog.tsx')).PaymentAccountDisconnectDialog,
);

const PANELS = ['keys', 'disconnect'] as const;

export const prefetch = () => queryClient.prefetchQuery(paymentAccountQuery);

const AccountCard = ({ account }: { account: PaymentAccount }) => (
  <Card title={account.name}>
    <DataList
      items={[
        {
          key: 'mode',
          label: t('Mode'),
          value: (
            <Badge tone={account.is_test ? 'warning' : 'success'}>{account.is_test ? t('Test') : t('Live')}</Badge>
          ),
        },
        { key: 'account', label: t('Account'), value: account.account },
        { key: 'currency', label: t('Default currency'), value: currencyLabel(account.currency) },
        { key: 'secret', label: t('Secret key'), value: t('Ends in {end}', { end: account.key_end }) },
        {
          key: 'publishable',
          label: t('Publishable key'),
          value: t('Ends in {end}', { end: account.publishable_end }),
        },
        { key: 'running', label: t('Subscriptions and open orders'), value: account.running },
        { key: 'connected', label: t('Connected'), value: formatDate(account.connected_at) },
        { key: 'checked', label: t('Last checked'), value: <RelativeTime at={account.checked_at} /> },
        {
          key: 'webhook',
          label: t('Webhook'),
          value: <CopyText text={account.webhook_url} label={t('Copy the webhook address')} whole />,
        },
        {
          key: 'event',
          label: t('Last event'),
          value: account.last_event_at ? <RelativeTime at={account.last_event_at} /> : t('None yet'),
        },
      ]}
    />
  </Card>
);

/** What is paid at the account of the installation, and what becomes of it. */
function Installation({ account, installation: { sells, is_test, running } }: PaymentAccountState) {
  if (account === null || running === 0) return null;
  return (
    <Banner kind="info" title={t('Some customers still pay to the provider of this panel')}>
      {t(
        '{running, plural, one {# subscription or open order was} other {# subscriptions or open orders were}} made before you connected your account. Those customers pay there until all their licenses have ended, and then here.',
        { running },
      )}
      {sells && is_test ? ` ${t('It is in test mode.')}` : ''}
    </Banner>
  );
}

/** /admin/payments: to which account the partner's customers pay. */
export function Component() {
  const { data } = useSuspenseQuery(paymentAccountQuery);
  const { panel, open, close } = usePanelState(PANELS);
  const check = useCheckAccount();
  const { account, installation } = data;
  const problem = account?.problem ? accountProblem(account.problem) : null;
  const connect = (
    <Button kind="primary" icon="plus" call="paymentAccount.connect" onClick={() => open('keys')}>
      {t('Connect Stripe')}
    </Button>
  );
  return (
    <Page
      title={t('Payments')}
      subtitle={t('The Stripe account that your customers pay to.')}
      actions={
        account && (
          <>
            <Button icon="refresh" call="paymentAccount.check" loading={check.isPending} onClick={() => check.mutate()}>
              {t('Check now')}
            </Button>
            <Button icon="edit" call="paymentAccount.connect" onClick={() => open('keys')}>
              {t('Replace keys')}
            </Button>
            <Button kind="danger" icon="trash" call="paymentAccount.disconnect" onClick={() => open('disconnect')}>
              {t('Disconnect')}
            </Button>
          </>
        )
      }
      banner={
        problem && (
          <Banner kind="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )
      }
    >
      {account ? (
        <Stack gap={5}>
          <Installation {...data} />
          <AccountCard account={account} />
          <Text size="s" tone="muted">
            {t('The panel created the webhook at Stripe. “Check now” repairs it if it was removed there.')}
          </Text>
        </Stack>
      ) : (
        <EmptyState
          icon="card"
          title={t('No account connected')}
          text={
            installation.sells
              ? t(
                  'Your customers pay to the provider of this panel. Connect your own Stripe account to be paid directly.',
                )
              : t('Your customers can’t buy anything yet. Connect your own Stripe account to sell plans.')
          }
          action={connect}
        />
      )}
      {panel === 'keys' && <KeysPanel account={account} onClose={close} />}
      {panel === 'disconnect' && account && <DisconnectDialog account={account} onClose={close} />}
    </Page>
  );
}
